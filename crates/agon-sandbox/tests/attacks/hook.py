"""Runs while a bot is built, and tries to reach out: python3 hook.py SECRET ENGINE-PID FACTS"""
import os
import socket
import sys

secret, engine, facts = sys.argv[1], int(sys.argv[2]), open(sys.argv[3], "a")


def attempt(what, action):
    try:
        print(f"{what}=done:{action()!r}", file=facts, flush=True)
    except OSError as fault:
        print(f"{what}=refused: {fault.strerror}", file=facts, flush=True)


attempt("secret", lambda: open(secret).read())
attempt("passwd", lambda: open("/etc/passwd").read(20))
attempt("network", lambda: socket.create_connection(("127.0.0.1", 22), 5))
attempt("local-socket", lambda: socket.socket(socket.AF_UNIX))
attempt("compiler", lambda: open(sys.executable, "ab"))
attempt("library", lambda: open("/usr/lib/left-by-a-bot", "w"))
attempt("engine", lambda: os.kill(engine, 9))
attempt("folder", lambda: os.listdir("/var"))
if os.fork() == 0:
    # A process that would outlive the build.
    os.setsid()
    for number in range(3):
        os.close(number)
    while True:
        pass
