"""Tries to connect to other programs: python3 network.py TCP-PORT UDP-PORT SOCKET-FILE ABSTRACT-NAME"""
import ctypes
import errno
import socket
import sys

tcp, udp, path, abstract = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]


def say(what, action):
    try:
        action()
        print(f"{what}=done", flush=True)
    except OSError as fault:
        print(f"{what}={errno.errorcode.get(fault.errno, fault)}", flush=True)


def to_tcp(family, host):
    with socket.socket(family, socket.SOCK_STREAM) as out:
        out.settimeout(5)
        out.connect((host, tcp))
        out.send(b"hello")


def to_udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.sendto(b"hello", ("127.0.0.1", udp))


def to_unix(name):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as out:
        out.connect(name)
        out.send(b"hello")


def raw(family, kind, protocol=0):
    # Calls the C library directly, because Python refuses some families itself.
    if ctypes.CDLL(None, use_errno=True).socket(family, kind, protocol) < 0:
        raise OSError(ctypes.get_errno(), "socket")


say("tcp", lambda: to_tcp(socket.AF_INET, "127.0.0.1"))
say("tcp6", lambda: to_tcp(socket.AF_INET6, "::1"))
say("udp", to_udp)
say("unix", lambda: to_unix(path))
say("abstract", lambda: to_unix("\0" + abstract))
say("netlink", lambda: raw(16, 3))
say("packet", lambda: raw(17, 3))
say("vsock", lambda: raw(40, 1))
say("alg", lambda: raw(38, 5))
say("bluetooth", lambda: raw(31, 3))
say("raw-ip", lambda: raw(2, 3, 1))
say("pair", lambda: socket.socketpair())
try:
    socket.getaddrinfo("example.org", 80)
    print("name=done", flush=True)
except OSError as fault:
    print("name=refused", flush=True)
