"""Fills a disk: python3 fill.py MANNER FOLDER"""
import errno
import os
import sys

manner, folder = sys.argv[1], sys.argv[2]
piece = b"x" * (1 << 20)
written = 0
made = 0
try:
    if manner == "one-file":
        with open(f"{folder}/big", "wb", buffering=0) as file:
            while written < 1 << 34:
                written += file.write(piece)
    elif manner == "many-files":
        while written < 1 << 34:
            with open(f"{folder}/file-{made}", "wb", buffering=0) as file:
                written += file.write(piece)
            made += 1
    elif manner == "empty-files":
        while made < 10_000_000:
            os.close(os.open(f"{folder}/empty-{made}", os.O_CREAT | os.O_WRONLY))
            made += 1
            if made % 1000 == 0:
                print(f"so-far={made}", flush=True)
    elif manner == "hole":
        with open(f"{folder}/hole", "wb") as file:
            file.truncate(1 << 40)
    print("error=none", flush=True)
except OSError as fault:
    print(f"error={errno.errorcode.get(fault.errno)}", flush=True)
print(f"written={written}", flush=True)
print(f"made={made}", flush=True)
