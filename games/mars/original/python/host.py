"""Plays a bot of the Mars Makeover contest on Agon: ``python3 -u -B host.py BOT.py``.

The file is loaded as ``bots.<name>`` and its folder is the package ``bots``, as in the contest. The
module ``_agon_mars`` is what Python finds under that name, or the file that ``AGON_MARS_NATIVE`` names.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import signal
import sys
import threading
import traceback
from types import ModuleType
from typing import Any, NoReturn

KIT = os.path.dirname(os.path.abspath(__file__))


class Closed(BaseException):
    """Agon has closed the connection. Not an ``Exception``, so that no bot catches it by accident."""


class Wire:
    """The real standard input and output. The bot's output goes to its log, the standard error, and its
    input is empty."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self._in, self._out = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdout.reconfigure(line_buffering=True, write_through=False)
        self._arrived = bytearray()
        self._lock = threading.Lock()

    def line(self) -> bytes:
        """The first message, a line of JSON."""
        while b"\n" not in self._arrived:
            self._fill()
        return self._take(self._arrived.index(b"\n") + 1)

    def message(self) -> bytes:
        """Any other message: its length, then its bytes."""
        while len(self._arrived) < 4:
            self._fill()
        length = int.from_bytes(self._take(4), "little")
        while len(self._arrived) < length:
            self._fill()
        return self._take(length)

    def send(self, message: bytes) -> None:
        """Sends one message."""
        rest = memoryview(message)
        try:
            while rest:
                rest = rest[os.write(self._out, rest) :]
        except BrokenPipeError:
            raise Closed from None

    def exchange(self, message: bytes) -> bytes:
        """Sends one message and waits for the next that arrives."""
        with self._lock:
            self.send(message)
            return self.message()

    def _fill(self) -> None:
        more = os.read(self._in, 1 << 16)
        if not more:
            raise Closed
        self._arrived += more

    def _take(self, length: int) -> bytes:
        taken = bytes(self._arrived[:length])
        del self._arrived[:length]
        return taken


def load_engine() -> ModuleType:
    """The rules, from the file that Agon names."""
    path = os.environ.get("AGON_MARS_NATIVE")
    if path:
        loader = importlib.machinery.ExtensionFileLoader("_agon_mars", path)
        spec = importlib.util.spec_from_file_location("_agon_mars", path, loader=loader)
        module = sys.modules["_agon_mars"] = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    import _agon_mars

    return _agon_mars


def load_bot(path: str) -> Any:
    """The class ``BotPlayer`` of a file."""
    folder, file = os.path.split(os.path.abspath(path))
    spec = importlib.machinery.ModuleSpec("bots", None, is_package=True)
    spec.submodule_search_locations = [folder]
    sys.modules["bots"] = importlib.util.module_from_spec(spec)
    # The contest did not allow imports from the bot's folder; here they work.
    sys.path.append(folder)
    name = "bots." + os.path.splitext(file)[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, "BotPlayer"):
        from src.errors import InvalidBotFileError

        raise InvalidBotFileError(f"{file} has no class BotPlayer")
    return module.BotPlayer


def tell(error: BaseException) -> str:
    """Writes the traceback to the log, without the lines of the kit and with the bot's files called by
    their names; the last line of it."""
    story = traceback.TracebackException.from_exception(error)
    ours = (os.path.join(KIT, "host.py"), os.path.join(KIT, "src", ""), "<frozen importlib")
    story.stack = traceback.StackSummary.from_list(
        [step for step in story.stack if not step.filename.startswith(ours)]
    )
    flush_prints()
    text = "".join(story.format()).replace(os.path.dirname(os.path.abspath(sys.argv[1])) + os.sep, "")
    os.write(2, text.encode(errors="replace"))
    return "".join(story.format_exception_only()).strip()


def flush_prints() -> None:
    """Flushes the bot's output, so that it belongs to this turn."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            pass  # the bot has put something else there, or closed it


def play(path: str) -> None:
    """Plays one match."""
    wire = Wire()
    engine = load_engine()
    from agon._seed import seed_everything
    from src.game_state import GameState

    seat = engine.Seat(wire.line(), wire.exchange)
    seed_everything(seat.seed)
    player = load_bot(path)(seat.get_team())
    state = GameState(seat)
    flush_prints()
    wire.send(seat.ready())
    while not seat.is_over:
        if not seat.hear(wire.message()):
            continue
        error = None
        try:
            player.play_turn(state)
        except (Closed, engine.TurnOver):
            pass
        except BaseException as fault:
            # As in the contest every exception ends only the turn, even sys.exit().
            error = tell(fault)
        flush_prints()
        done = seat.done(error)
        if done is not None:
            wire.send(done)


def main() -> NoReturn:
    """Plays the bot that the command line names."""
    if len(sys.argv) != 2:
        print("usage: python3 host.py BOT.py", file=sys.stderr)
        sys.exit(2)
    # Ctrl-C is for Agon, which then ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        play(sys.argv[1])
    except Closed:
        pass
    except BaseException as fault:
        tell(fault)
        sys.exit(1)
    sys.exit(0)


if __name__ == "__main__":
    main()
