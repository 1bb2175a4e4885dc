"""Behaves badly on its pipes: python3 talk.py MANNER"""
import os
import signal
import sys
import time

manner = sys.argv[1]
piece = b"x" * 65536


def pour(file):
    while True:
        os.write(file, piece)


if manner == "huge-line":
    for _ in range(64):
        os.write(1, piece)
    os.write(1, b"\nafter\n")
elif manner == "no-newline":
    os.write(1, b"almost an answer")
elif manner == "endless-output":
    pour(1)
elif manner == "endless-log":
    pour(2)
elif manner == "junk":
    os.write(1, bytes(range(256)) * 4 + b"\n" + b"\xff\xfe\x00\n" + b"[" * 50000 + b"\n")
elif manner == "drip":
    while True:
        os.write(1, b"x")
        time.sleep(0.01)
elif manner == "never-reads":
    os.write(1, b"ready\n")
elif manner == "closes-input":
    os.close(0)
    os.write(1, b"ready\n")
elif manner == "closes-output":
    os.close(1)
elif manner == "both-full":
    # Writes before it reads: whoever waits for it to read first waits for ever.
    for _ in range(8):
        os.write(1, piece)
    os.write(1, b"\n")
    size = 0
    while size < 1 << 20:
        size += len(os.read(0, 65536))
    os.write(1, b"read it all\n")
elif manner == "stubborn":
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    os.write(1, b"ready\n")
elif manner == "stops-itself":
    os.write(1, b"ready\n")
    os.kill(os.getpid(), signal.SIGSTOP)
time.sleep(3600)
