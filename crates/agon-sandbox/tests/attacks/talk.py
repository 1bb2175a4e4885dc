"""Misuses its pipes: python3 talk.py METHOD"""
import os
import signal
import sys
import time

method = sys.argv[1]
chunk = b"x" * 65536


def pour(file):
    while True:
        os.write(file, chunk)


if method == "huge-line":
    for _ in range(64):
        os.write(1, chunk)
    os.write(1, b"\nafter\n")
elif method == "no-newline":
    os.write(1, b"almost an answer")
elif method == "endless-output":
    pour(1)
elif method == "endless-log":
    pour(2)
elif method == "junk":
    os.write(1, bytes(range(256)) * 4 + b"\n" + b"\xff\xfe\x00\n" + b"[" * 50000 + b"\n")
elif method == "drip":
    while True:
        os.write(1, b"x")
        time.sleep(0.01)
elif method == "never-reads":
    os.write(1, b"ready\n")
elif method == "closes-input":
    os.close(0)
    os.write(1, b"ready\n")
elif method == "closes-output":
    os.close(1)
elif method == "leaves-child":
    os.write(1, b"ready\n")
    child = os.fork()
    if child:
        os.write(1, b"%d\n" % child)
        os._exit(3)
elif method == "both-full":
    # Writes before it reads: an engine that only waits for it to read would wait forever.
    for _ in range(8):
        os.write(1, chunk)
    os.write(1, b"\n")
    size = 0
    while size < 1 << 20:
        size += len(os.read(0, 65536))
    os.write(1, b"read it all\n")
elif method == "stubborn":
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    os.write(1, b"ready\n")
elif method == "stops-itself":
    os.write(1, b"ready\n")
    os.kill(os.getpid(), signal.SIGSTOP)
time.sleep(3600)
