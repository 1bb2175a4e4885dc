# Plays politely for three turns and then does what MODE says.
import json
import os
import signal
import sys
import threading
import time

MODE = "@MODE@"


def say(message):
    os.write(1, (json.dumps(message) + "\n").encode())


def misbehave(turn):
    if MODE == "noise":
        os.write(1, os.urandom(5000).replace(b"\n", b"x") + b"\n")
    elif MODE == "half_a_line":
        os.write(1, b'{"type":"done","tu')
        time.sleep(60)
    elif MODE == "endless_line":
        while True:
            os.write(1, b"x" * 65536)
    elif MODE == "flood":
        line = (json.dumps({"type": "note", "note": {"log": "x" * 500}}) + "\n").encode() * 100
        while True:
            os.write(1, line)
    elif MODE == "flood_stderr":
        while True:
            os.write(2, b"blah blah blah\n" * 4000)
    elif MODE == "deep_json":
        os.write(1, b"[" * 200000 + b"\n")
    elif MODE == "silent":
        time.sleep(600)
    elif MODE == "never_reads":
        os.write(1, (json.dumps({"type": "done", "turn": turn}) + "\n").encode())
        time.sleep(600)
    elif MODE == "closes_stdout":
        os.close(1)
        time.sleep(600)
    elif MODE == "closes_stdin":
        os.close(0)
        say({"type": "done", "turn": turn})
        time.sleep(600)
    elif MODE == "exits":
        print("cannot go on", file=sys.stderr)
        os._exit(7)
    elif MODE == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif MODE == "stops_itself":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif MODE == "memory":
        hoard = []
        while True:
            hoard.append(bytearray(os.urandom(1024)) * 65536)
    elif MODE == "forks":
        while True:
            try:
                os.fork()
            except OSError:
                time.sleep(60)
    elif MODE == "kills_everybody":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(-1, number)
            except OSError as error:
                print(error, file=sys.stderr)
        say({"type": "done", "turn": turn})
    elif MODE == "answers_twice":
        say({"type": "done", "turn": turn})
        say({"type": "done", "turn": turn})
        say({"type": "done", "turn": turn + 1})
    elif MODE == "thinks_meanwhile":
        def burn():
            while True:
                pass
        if turn == 4:
            threading.Thread(target=burn, daemon=True).start()
        say({"type": "done", "turn": turn})
    else:
        raise SystemExit("no such mode: " + MODE)


say({"type": "ready"})
while True:
    line = sys.stdin.readline()
    if not line:
        break
    message = json.loads(line)
    if message["type"] == "turn":
        if message["turn"] > 3:
            misbehave(message["turn"])
        else:
            say({"type": "done", "turn": message["turn"]})
    elif message["type"] == "over":
        break
