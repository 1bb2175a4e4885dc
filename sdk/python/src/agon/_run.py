"""The life of a bot: hello, turns, over."""

from __future__ import annotations

import inspect
import os
import sys
import traceback
from typing import Any, Dict, NoReturn, Optional

from ._late import LateWatch, own_place
from ._record import Hello, Record
from ._seed import seed_everything
from ._turn import Turn, TurnOver
from ._wire import Closed, Wire, open_wire

# Agon compares it with the versions that it speaks.
PROTOCOL = 1


def run(bot: Any) -> None:
    """Plays a match with ``bot`` and returns when it is over.

    ``bot`` is a function that takes a :class:`Turn`, or a class with a method ``turn`` that does.
    A class is instantiated once for each actor: once for the match, or once for each
    unit. An exception ends the turn and is shown in the log; the bot plays on.
    """
    if os.isatty(0) and "AGON_BOT" not in os.environ:
        _started_by_hand()
    if not callable(bot) and not hasattr(bot, "turn"):
        what = type(bot).__name__
        raise TypeError(f"agon.run needs a function or a class with a method `turn`, not a {what}")
    wire = open_wire()
    try:
        hello = _hello(wire)
        seed_everything(hello.seed)
        wire.send({"type": "ready", "protocol": PROTOCOL})
        _play(wire, hello, _Crew(bot))
    except Closed:
        pass  # Agon has closed the pipes: the match goes on without this bot


def _hello(wire: Wire) -> Hello:
    """The first message. Without one, Agon did not start this program."""
    try:
        return Hello(wire.read())
    except (Closed, TypeError, ValueError):
        if "AGON_BOT" not in os.environ:
            _started_by_hand()
        raise


def _started_by_hand() -> NoReturn:
    name = os.path.basename(sys.argv[0])
    print(
        "This program talks to Agon; start it with: "
        f"agon play GAME {name} builtin:random",
        file=sys.stderr,
    )
    sys.exit(2)


class _Crew:
    """The instances of a bot, one for each actor; a plain function serves all."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self._is_class = isinstance(bot, type)
        self._instances: Dict[int, Any] = {}

    def play(self, turn: Turn[Any]) -> Any:
        if not self._is_class:
            return getattr(self._bot, "turn", self._bot)(turn)
        if turn.actor not in self._instances:
            self._instances[turn.actor] = self._bot()
        return self._instances[turn.actor].turn(turn)

    def gone(self, actor: int) -> None:
        self._instances.pop(actor, None)


def _play(wire: Wire, hello: Hello, crew: _Crew) -> None:
    message: Optional[Record] = None
    watch = LateWatch()
    while True:
        message = message or wire.read()
        what = message["type"]
        if what == "over":
            return
        following = None
        if what == "turn":
            turn: Turn[Any] = Turn(wire, hello, message)
            watch.begin(turn.seconds)
            following = _play_turn(turn, crew)
            watch.end()
        elif what == "gone":
            crew.gone(message["actor"])
        elif what == "error":
            print(f"Agon does not understand this bot: {message['message']}", file=sys.stderr)
        message = following


def _play_turn(turn: Turn[Any], crew: _Crew) -> Optional[Record]:
    error = None
    try:
        returned = crew.play(turn)
        if inspect.iscoroutine(returned) or inspect.isgenerator(returned):
            what = "an `async` function" if inspect.iscoroutine(returned) else "a generator"
            returned.close()
            error = f"it is {what}, so nothing of it ran: write `def` without `async` and `yield`"
            print(error, file=sys.stderr)
        elif isinstance(returned, (list, tuple, dict, str)) and turn._is_silent:
            what = type(returned).__name__
            error = f"it returned a {what}, which is ignored: make calls with turn.call or turn.calls"
            print(error, file=sys.stderr)
    except TurnOver:
        pass
    except Exception as fault:
        error = _tell(fault)
    sys.stderr.flush()
    return turn._done(error)


def _tell(fault: Exception) -> str:
    """Writes the traceback into the log, and returns the fault with its place in one line."""
    kit = os.path.dirname(os.path.abspath(__file__))
    trace = fault.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(kit):
        trace = trace.tb_next
    traceback.print_exception(type(fault), fault, trace)
    # The debugger of `agon bot debug` is the hook of `breakpoint()`.
    post_mortem = getattr(sys.breakpointhook, "post_mortem", None)
    if post_mortem is not None:
        post_mortem(fault, trace)
    text = traceback.format_exception_only(type(fault), fault)[-1].strip()
    for frame in reversed(traceback.extract_tb(trace)):
        place = own_place(frame.filename, frame.lineno)
        if place is not None:
            return f"{text} ({place})"
    return text
