"""Leaves processes or files behind: python3 stay.py METHOD FOLDER

A daemon writes the time to a file while it runs."""
import os
import sys
import threading
import time

method, folder = sys.argv[1], sys.argv[2]


def beat(name):
    while True:
        with open(f"{folder}/{name}", "w") as file:
            file.write(str(time.monotonic()))
        time.sleep(0.01)


def daemon(name):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in range(3):
                os.close(number)
            beat(name)
        os._exit(0)


if method == "daemons":
    for number in range(3):
        daemon(f"daemon-{number}")
    while not all(os.path.exists(f"{folder}/daemon-{number}") for number in range(3)):
        time.sleep(0.01)
    print("left", flush=True)
    if sys.argv[3:] == ["wait"]:
        time.sleep(3600)
elif method == "think":
    # A thread and a child process that compute all the time.
    threading.Thread(target=beat, args=("thread",), daemon=True).start()
    if os.fork() == 0:
        beat("child")
    while not os.path.exists(f"{folder}/thread") or not os.path.exists(f"{folder}/child"):
        time.sleep(0.01)
    print("thinking", flush=True)
    for line in sys.stdin:
        print("awake", flush=True)
elif method == "traces":
    places = ["/dev/shm", os.environ["TMPDIR"], os.environ["HOME"], "/tmp", "/var/tmp"]
    for place in places:
        try:
            print(f"{place}={sorted(os.listdir(place))}", flush=True)
        except OSError as fault:
            print(f"{place}={fault.strerror}", flush=True)
    written = 0
    for place in places:
        try:
            with open(f"{place}/trace-of-a-bot", "w") as file:
                file.write("here I was")
            written += 1
        except OSError:
            pass
    print(f"written={written}", flush=True)
