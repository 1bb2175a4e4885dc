"""Reads sources of Python 2, as far as bots of 2009 need it. A file that Python 3 can parse is run unchanged.

Understood are ``print`` statements, ``except Error, name:``, ``raise Error, value``, ``<>``, tabs beside blanks, whole numbers
whose quotient is whole, ``map`` and the like that return lists, ``has_key``, and the names ``xrange``, ``raw_input``,
``unicode``, ``long``, ``reduce`` and ``cmp``.
"""

import ast
import builtins
import functools
import importlib.util
import io
import os
import re
import sys
import tokenize
from importlib.machinery import FileFinder, SourceFileLoader

EXCEPT = re.compile(r"^([ ]*except\s+(?:\([^()]*\)|[\w.]+))\s*,\s*(\w+)\s*:", re.MULTILINE)
RAISE = re.compile(r"^([ ]*(?:.*:[ ]*)?raise\s+[\w.]+)\s*,\s*(.+)$", re.MULTILINE)
LISTS = {"map", "filter", "zip", "range"}
VIEWS = {"keys", "values", "items"}


class Loader(SourceFileLoader):
    """Loads a file of Python 3 or, failing that, of Python 2."""

    def source_to_code(self, data, path, *, _optimization=-1):
        try:
            return super().source_to_code(data, path)
        except SyntaxError as fault:
            try:
                tree = translate(importlib.util.decode_source(data))
            except (SyntaxError, tokenize.TokenError):
                raise fault from None
        bring_names()
        return compile(tree, path, "exec", dont_inherit=True)


def install(folder):
    """Makes imports from a folder use ``load``."""
    make = FileFinder.path_hook((Loader, [".py"]))

    def hook(path):
        if os.path.abspath(path) != folder:
            raise ImportError
        return make(path)

    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.pop(folder, None)


def bring_names():
    """The names that Python 3 has removed."""
    names = {"xrange": range, "raw_input": input, "unicode": str, "long": int, "reduce": functools.reduce}
    names["cmp"] = lambda a, b: (a > b) - (a < b)
    names["__agon_divide__"] = divide
    for name, thing in names.items():
        if not hasattr(builtins, name):
            setattr(builtins, name, thing)


def divide(a, b):
    """The division ``a / b`` of Python 2."""
    return a // b if isinstance(a, int) and isinstance(b, int) else a / b


def translate(text):
    """The tree of a text in Python 2."""
    text = text.expandtabs(8)
    text = EXCEPT.sub(r"\1 as \2:", text)
    text = RAISE.sub(r"\1(\2)", text)
    tree = ast.parse(prints(text.replace("<>", "!=")))
    return ast.fix_missing_locations(Meaning("division" in text and "__future__" in text).visit(tree))


def prints(text):
    """The text with calls for its print statements."""
    tokens = [t for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type != tokenize.COMMENT]
    edits = []
    is_start, depth = True, 0
    for at, token in enumerate(tokens):
        if is_start and token.string == "print" and tokens[at + 1].string != "=":
            edits.extend(print_edits(tokens, at))
        depth += token.string in ("(", "[", "{")
        depth -= token.string in (")", "]", "}")
        breaks = token.type in (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT)
        is_start = depth == 0 and (breaks or token.string in (":", ";"))
    lines = text.splitlines(keepends=True)
    for (row, start), (_, end), new in sorted(edits, reverse=True):
        line = lines[row - 1]
        lines[row - 1] = line[:start] + new + line[end:]
    return "".join(lines)


def print_edits(tokens, at):
    """The replacements that turn the print statement that begins there into a call."""
    depth, last, commas = 0, at, []
    for place in range(at + 1, len(tokens)):
        token = tokens[place]
        if token.type in (tokenize.NEWLINE, tokenize.ENDMARKER) or (depth == 0 and token.string == ";"):
            break
        depth += token.string in ("(", "[", "{")
        depth -= token.string in (")", "]", "}")
        if depth == 0 and token.string == ",":
            commas.append(place)
        last = place
    if last == at:
        return [(tokens[at].end, tokens[at].end, "()")]
    first, ending = at + 1, ""
    if commas and commas[-1] == last:
        ending = " end=' '"
    if tokens[first].string == ">>":
        if not commas:
            file, first = (tokens[first + 1].start, tokens[last].end), last + 1
        else:
            file, first = (tokens[first + 1].start, tokens[commas[0]].start), commas[0] + 1
        row = tokens[at].start[0]
        line = tokens[at].line
        name = line[file[0][1] : file[1][1]]
        ending = ("," if first <= last and not ending else "") + ending + ("," if ending else "") + " file=" + name
        begin = tokens[first].start if first <= last else tokens[last].end
        return [(tokens[at].start, (row, begin[1]), "print("), (tokens[last].end, tokens[last].end, ending + ")")]
    return [(tokens[at].start, tokens[first].start, "print("), (tokens[last].end, tokens[last].end, ending + ")")]


class Meaning(ast.NodeTransformer):
    """Gives expressions their meaning in Python 2."""

    def __init__(self, divides_truly):
        self._divides_truly = divides_truly

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if self._divides_truly or not isinstance(node.op, ast.Div):
            return node
        return ast.copy_location(call("__agon_divide__", node.left, node.right), node)

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if self._divides_truly or not isinstance(node.op, ast.Div):
            return node
        source = ast.parse(ast.unparse(node.target), mode="eval").body
        value = call("__agon_divide__", source, node.value)
        return ast.copy_location(ast.Assign(targets=[node.target], value=value), node)

    def visit_Call(self, node):
        self.generic_visit(node)
        name = getattr(node.func, "id", None)
        method = getattr(node.func, "attr", None)
        if method == "has_key" and len(node.args) == 1:
            return ast.copy_location(ast.Compare(node.args[0], [ast.In()], [node.func.value]), node)
        if name in LISTS or (method in VIEWS and not node.args):
            return ast.copy_location(call("list", node), node)
        return node


def call(name, *args):
    """A call of a function by its name."""
    return ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=list(args), keywords=[])
