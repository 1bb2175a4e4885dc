"""Plays a bot of the Time Travel contest on Agon: ``python3 host.py PATH/AI.py``.

The kit's modules come before the bot's own: a folder may well hold the contest's copies of them.
"""

import importlib.util
import os
import sys
import traceback

import _board
import _python2
import agon
from agon._seed import seed_everything
from agon._wire import open_wire

BATCH = 1000
"""Orders given at once. Batching is invisible, because a bot's view does not change while it runs."""

PYTHON_2 = (
    "If the bot was written for Python 2, it needs a few changes first, which games/timetravel/original/guide.md lists"
)


class Orders:
    """The orders of one turn."""

    def __init__(self, turn):
        self._turn = turn
        self._waiting = []

    def add(self, verb, fields):
        """Takes an order."""
        self._waiting.append((verb, fields))
        if len(self._waiting) >= BATCH:
            self.give()

    def give(self):
        """Gives the collected orders, and prints denials."""
        if not self._waiting:
            return
        given, self._waiting = self._waiting, []
        replies = self._turn.calls([{verb: fields} for verb, fields in given])
        for (verb, _), reply in zip(given, replies):
            if reply.refused:
                _board.deny(verb, reply.refused)


def load(path):
    """The class ``AI`` of a file."""
    name = os.path.splitext(os.path.basename(path))[0]
    _python2.install(os.path.dirname(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=_python2.Loader(name, path))
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as fault:
        sys.exit(f"{fault.filename}, line {fault.lineno}: {fault.msg}. {PYTHON_2}")
    return module.AI


def player(ai):
    """Makes the function that plays a turn with an AI."""

    def play(turn):
        orders = Orders(turn)
        _board.order = orders.add
        try:
            _board.show(turn.view)
            while not ai.startTurn():
                orders.give()
                _board.show(turn.look())
            orders.give()
        finally:
            _board.order = _board.nobody_listens

    return play


def main():
    """Plays the bot that the command line names."""
    if len(sys.argv) != 2:
        sys.exit("usage: python3 host.py AI.py")
    path = os.path.abspath(sys.argv[1])
    open_wire()
    seed_everything(0)  # until the match's own seed is known
    sys.path.insert(1, os.path.dirname(path))
    try:
        ai = load(path)()
    except Exception:
        traceback.print_exc()
        sys.exit(1)
    agon.run(player(ai))


if __name__ == "__main__":
    main()
