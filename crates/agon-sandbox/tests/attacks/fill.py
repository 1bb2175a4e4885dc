"""Fills a disk: python3 fill.py METHOD FOLDER"""
import errno
import os
import sys

method, folder = sys.argv[1], sys.argv[2]
chunk = b"x" * (1 << 20)
written = 0
made = 0
try:
    if method == "one-file":
        with open(f"{folder}/big", "wb", buffering=0) as file:
            while written < 1 << 34:
                written += file.write(chunk)
    elif method == "many-files":
        while written < 1 << 34:
            with open(f"{folder}/file-{made}", "wb", buffering=0) as file:
                written += file.write(chunk)
            made += 1
    elif method == "empty-files":
        while made < 10_000_000:
            os.close(os.open(f"{folder}/empty-{made}", os.O_CREAT | os.O_WRONLY))
            made += 1
            if made % 1000 == 0:
                print(f"so-far={made}", flush=True)
    elif method == "deep":
        # The path soon becomes longer than a path may be.
        os.chdir(folder)
        while written < 1 << 30:
            with open("file", "wb", buffering=0) as file:
                written += file.write(chunk)
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
            made += 1
    elif method == "removed":
        files = []
        while written < 1 << 34:
            files.append(open(f"{folder}/removed", "wb", buffering=0))
            os.remove(f"{folder}/removed")
            for _ in range(4):
                written += files[-1].write(chunk)
    elif method == "hole":
        with open(f"{folder}/hole", "wb") as file:
            file.truncate(1 << 40)
    print("error=none", flush=True)
except OSError as fault:
    print(f"error={errno.errorcode.get(fault.errno)}", flush=True)
print(f"written={written}", flush=True)
print(f"made={made}", flush=True)
