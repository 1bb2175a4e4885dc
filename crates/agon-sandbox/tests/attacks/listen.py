"""Has a port for a debugger and looks for more: python3 listen.py PORT OTHER LISTENER

Answers a caller on PORT, tries to listen on OTHER, to call LISTENER, and to make other sockets.
"""
import errno
import socket
import sys

port, other, listener = (int(word) for word in sys.argv[1:])


def attempt(name, work):
    try:
        work()
        print(f"{name}=ok", flush=True)
    except OSError as error:
        print(f"{name}={errno.errorcode[error.errno]}", flush=True)


def listen(address, number):
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind((address, number))
    server.listen()
    return server


servers = []
attempt("listens", lambda: servers.append(listen("127.0.0.1", port)))
attempt("other", lambda: servers.append(listen("127.0.0.1", other)))
attempt("calls", lambda: socket.create_connection(("127.0.0.1", listener)))
attempt("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
attempt("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW))
attempt("unix", lambda: socket.socket(socket.AF_UNIX))
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
caller, _ = servers[0].accept()
caller.sendall(b"heard " + caller.recv(100))
caller.close()
