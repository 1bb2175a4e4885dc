"""The life of a bot: hello, turns, over."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any, Dict, Optional

from ._record import Hello, Record
from ._seed import seed_everything
from ._turn import Turn, TurnOver
from ._wire import Closed, Wire, open_wire

PROTOCOL = 1


def run(bot: Any) -> None:
    """Plays a match with ``bot`` and returns when it is over.

    ``bot`` is a function that takes a :class:`Turn`, or a class with a method ``turn`` that does.
    A class is instantiated once for each actor: once for the match, or once for each
    unit. An exception ends the turn and is shown in the log; the bot plays on.
    """
    if os.isatty(0) and "AGON_BOT" not in os.environ:
        name = os.path.basename(sys.argv[0])
        sys.exit(
            f"{name} is a bot: Agon starts it and talks to it. Try\n\n"
            f"  agon play GAME {name} builtin:random\n"
        )
    wire = open_wire()
    try:
        hello = Hello(wire.read())
        if hello.get("protocol") != PROTOCOL:
            sys.exit(f"this kit speaks protocol {PROTOCOL}, Agon says {hello.get('protocol')}")
        seed_everything(hello.seed)
        wire.send({"type": "ready"})
        _play(wire, hello, _Crew(bot))
    except Closed:
        pass  # Agon has closed the pipes: the match goes on without this bot


class _Crew:
    """The instances of a bot, one for each actor; a plain function serves all."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self._is_class = isinstance(bot, type)
        self._instances: Dict[int, Any] = {}

    def play(self, turn: Turn) -> None:
        if not self._is_class:
            getattr(self._bot, "turn", self._bot)(turn)
            return
        if turn.actor not in self._instances:
            self._instances[turn.actor] = self._bot()
        self._instances[turn.actor].turn(turn)

    def gone(self, actor: int) -> None:
        self._instances.pop(actor, None)


def _play(wire: Wire, hello: Hello, crew: _Crew) -> None:
    message: Optional[Record] = None
    while True:
        message = message or wire.read()
        what = message["type"]
        if what == "over":
            return
        following = None
        if what == "turn":
            following = _play_turn(Turn(wire, hello, message), crew)
        elif what == "gone":
            crew.gone(message["actor"])
        elif what == "error":
            print(f"Agon does not understand this bot: {message['message']}", file=sys.stderr)
        message = following


def _play_turn(turn: Turn, crew: _Crew) -> Optional[Record]:
    error = None
    try:
        crew.play(turn)
    except TurnOver:
        pass
    except Exception as fault:
        traceback.print_exc()
        error = "".join(traceback.format_exception_only(type(fault), fault)).strip()
    sys.stderr.flush()
    return turn._done(error)
