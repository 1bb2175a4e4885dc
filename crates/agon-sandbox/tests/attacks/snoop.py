"""Tries to access files and processes of others: python3 snoop.py ENGINE-PID FILE..."""
import errno
import os
import sys

engine, files = sys.argv[1], sys.argv[2:]


def say(what, action):
    try:
        print(f"{what}=done:{action()!r}", flush=True)
    except OSError as fault:
        print(f"{what}={errno.errorcode.get(fault.errno, fault)}", flush=True)


def read(path):
    # An empty pipe must not block the search.
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        return os.read(file, 64)
    finally:
        os.close(file)


def write(path):
    with open(path, "ab") as file:
        file.write(b"attacked")


for number, path in enumerate(files):
    say(f"read-{number}", lambda: read(path))
    say(f"write-{number}", lambda: write(path))
    say(f"link-{number}", lambda: os.link(path, os.environ["TMPDIR"] + f"/link-{number}"))
    os.symlink(path, os.environ["TMPDIR"] + f"/sym-{number}")
    say(f"through-{number}", lambda: read(os.environ["TMPDIR"] + f"/sym-{number}"))
    say(f"list-{number}", lambda: os.listdir(os.path.dirname(path)))
    say(f"chmod-{number}", lambda: os.chmod(path, 0o777))
    say(f"chown-{number}", lambda: os.chown(path, os.getuid(), os.getgid()))
    say(f"touch-{number}", lambda: os.utime(path, (0, 0)))
    say(f"label-{number}", lambda: os.setxattr(path, "user.agon", b"attacked"))
    say(f"cut-{number}", lambda: os.truncate(path, 0))
    say(f"remove-{number}", lambda: os.remove(path))
    say(f"rename-{number}", lambda: os.rename(path, path + ".old"))

for name in ["mem", "environ", "maps", "cmdline", "root", "cwd/x", "fd/0", "exe"]:
    say(f"engine-{name}", lambda: read(f"/proc/{engine}/{name}"))
    say(f"first-{name}", lambda: read(f"/proc/1/{name}"))
for path in ["/etc/passwd", "/etc/shadow", "/etc/hostname", "/proc/kcore", "/sys/kernel/notes", "/dev/kmsg", "/dev/mem"]:
    say(f"read{path}", lambda: read(path))
for path in ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/self/oom_score_adj", "/usr/agon", "/agon", "/dev/agon", "/etc/agon"]:
    say(f"write{path}", lambda: write(path))
say("list-/", lambda: sorted(os.listdir("/")))
say("list-/home", lambda: os.listdir("/home"))
say("list-/root", lambda: os.listdir("/root"))
say("list-/var", lambda: os.listdir("/var"))
say("list-/sys", lambda: os.listdir("/sys"))
say("processes", lambda: len([name for name in os.listdir("/proc") if name.isdigit()]))
say("parents", lambda: os.listdir("/proc/self/fd/../../../.."))

opened = []
for number in range(1024):
    try:
        os.fstat(number)
        opened.append(number)
    except OSError:
        pass
print(f"open={opened}", flush=True)
print(f"environment={sorted(os.environ)}", flush=True)
print(f"user={os.geteuid()}", flush=True)
