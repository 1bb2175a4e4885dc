"""Searches the Python files of a folder for what is forbidden: ``inspect.py OUT FORBIDDEN PACKAGES``.

It reads syntax trees and runs nothing of them. Each finding is a line with tabs between its parts:
what is forbidden, class, function, file, line, what was found.
"""

import ast
import os
import sys
import sysconfig

NETWORK = {
    "aiohttp", "ftplib", "http", "httpx", "imaplib", "nntplib", "poplib", "requests", "select", "selectors", "smtplib",
    "socket", "socketserver", "ssl", "telnetlib", "urllib", "urllib3", "websockets", "xmlrpc",
}
THREADS = {"_thread", "concurrent", "joblib", "multiprocessing", "threading"}
PROCESSES = {"multiprocessing", "pexpect", "pty", "subprocess"}
NATIVE = {"_ctypes", "cffi", "ctypes"}
# What each word forbids: modules to import, and functions to call by their full names.
BANS = {
    "threads": (THREADS, set()),
    "reflection": ({"gc", "inspect"}, {"sys._getframe", "sys.settrace", "sys.setprofile"}),
    "network": (NETWORK, set()),
    "native-code": (NATIVE, set()),
    "programs": (NETWORK | PROCESSES, {"open"}),
    "privileges": (PROCESSES | {"resource"}, {"open"}),
}
PROCESS_CALLS = {"os.fork", "os.kill", "os.popen", "os.system"}
IMPORT_CALLS = {"__import__", "importlib.import_module"}


def is_standard(name):
    """Whether a module belongs to Python itself."""
    names = getattr(sys, "stdlib_module_names", None)
    if names is not None:
        return name in names
    folder = sysconfig.get_paths()["stdlib"]
    places = [os.path.join(folder, name), os.path.join(folder, name + ".py")]
    return name in sys.builtin_module_names or any(map(os.path.exists, places))


def own_modules(files):
    """The names under which a bot can import its own files."""
    names = set()
    for file in files:
        parts = file.split(os.sep)
        names.update(parts[:-1])
        names.add(os.path.splitext(parts[-1])[0])
    return names


def dotted(node):
    """The full name that an expression spells, such as ``os.path.join``; empty if it is another expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return before and f"{before}.{node.attr}"
    return ""


class Reader(ast.NodeVisitor):
    """Reads one file."""

    def __init__(self, file, forbidden, allowed, found):
        self.file, self.forbidden, self.allowed, self.found = file, forbidden, allowed, found
        self.classes, self.functions = [], []

    def add(self, ban, node, what):
        place = [".".join(self.classes), ".".join(self.functions), self.file, str(getattr(node, "lineno", 0))]
        line = "\t".join([ban, *place, " ".join(what.split())])
        if line not in self.found:
            self.found.append(line)

    def visit_ClassDef(self, node):
        self.classes.append(node.name)
        self.generic_visit(node)
        self.classes.pop()

    def visit_FunctionDef(self, node):
        self.functions.append(node.name)
        self.generic_visit(node)
        self.functions.pop()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Import(self, node):
        for name in node.names:
            self.imports(node, name.name)

    def visit_ImportFrom(self, node):
        if node.level == 0:
            self.imports(node, node.module or "")

    def imports(self, node, module):
        first = module.split(".")[0]
        for ban, (modules, _) in BANS.items():
            if ban in self.forbidden and first in modules and module != "urllib.parse":
                self.add(ban, node, f"imports {module}")
        if "packages" in self.forbidden and first not in self.allowed and not is_standard(first):
            self.add("packages", node, f"imports {module}")

    def visit_Call(self, node):
        name = dotted(node.func)
        for ban, (_, calls) in BANS.items():
            starts = name in PROCESS_CALLS or name.startswith(("os.exec", "os.spawn", "os.posix_spawn"))
            if ban in self.forbidden and (name in calls or starts and ban in ("programs", "privileges")):
                self.add(ban, node, f"calls {name}")
        if name in IMPORT_CALLS or name == "import_module":
            self.imports_by_call(node, name)
        self.generic_visit(node)

    def imports_by_call(self, node, name):
        module = node.args[0] if node.args else None
        if isinstance(module, ast.Constant) and isinstance(module.value, str):
            self.imports(node, module.value)
        else:
            for ban in {"packages", "reflection"} & self.forbidden:
                self.add(ban, node, f"calls {name} with a computed name")


def main():
    out, forbidden, packages = sys.argv[1:]
    files = []
    for folder, below, names in os.walk("."):
        below.sort()
        files += [os.path.relpath(os.path.join(folder, name)) for name in sorted(names) if name.endswith(".py")]
    allowed = own_modules(files) | set(packages.split(","))
    found = []
    for file in files:
        reader = Reader(file, set(forbidden.split(",")), allowed, found)
        with open(file, "rb") as stream:
            text = stream.read()
        try:
            reader.visit(ast.parse(text, file))
        except (SyntaxError, ValueError, RecursionError) as fault:
            for ban in sorted(reader.forbidden & {*BANS, "packages"}):
                reader.add(ban, fault, f"cannot be read: {fault}")
    with open(out, "w", encoding="utf-8") as stream:
        stream.writelines(line + "\n" for line in found)


main()
