"""One turn of a bot: what it sees, and everything it can say."""

from __future__ import annotations

import sys
import time
from typing import Any, Dict, Generic, Iterable, List, Optional, Sequence, TypeVar, Union

from ._record import Hello, Record
from ._wire import Wire

Call = Union[str, Dict[str, Any]]
"""A call as it goes to Agon: a name, or an object with the name as its only key."""

Spot = Union[str, int, Sequence[int]]
"""A place to draw at: the coordinates of a tile, or the name or number of a unit."""

Colour = Sequence[int]
"""Red, green and blue, 0 to 255 each."""

YELLOW = (255, 220, 0)

View = TypeVar("View")
"""The type of the game's view: ``agon.Turn[View]``."""


class TurnOver(BaseException):
    """The turn has been taken away: time or energy is used up, or the unit is dead.

    The kit catches it, so a bot need not. It is not an ``Exception``: ``except Exception`` around
    your code lets it through.
    """


def call(name: Call, value: Any = None, **fields: Any) -> Call:
    """Prepares a call for ``turn.calls`` and ``turn.draft``.

    ``call("refuel")``, ``call("capture", 7)``, ``call("recruit", ["PITCHER", "NORTH"])``,
    ``call("spawn", type="miner", row=3, col=4)``. A field that Python does not allow as a name
    gets an underscore behind it: ``call("launch", robots=9, from_=here, to=there)``.
    """
    if isinstance(name, dict):
        return name
    if fields:
        if value is not None:
            raise TypeError("a call has either one value or named fields, not both")
        return {name: {key.rstrip("_"): value for key, value in fields.items()}}
    return name if value is None else {name: value}


class Reply:
    """The game's answer to a call. It is true if the call was carried out::

        reply = turn.call("act", robot=robot.name)
        if not reply:
            turn.log(reply.refused)
    """

    __slots__ = ("refused", "raw")

    refused: Optional[str]
    """Why the call was not carried out, as a sentence; ``None`` if it was."""
    raw: Any
    """The answer as it is in the manual, such as ``{"moved": {"row": 2, "col": 5}}``."""

    def __init__(self, answer: Record) -> None:
        self.refused = answer.get("refused")
        self.raw = answer.get("reply")

    @property
    def ok(self) -> bool:
        """Whether the call was carried out."""
        return self.refused is None

    def __bool__(self) -> bool:
        return self.refused is None

    @property
    def kind(self) -> Optional[str]:
        """The answer's name: ``moved``."""
        name: Optional[str] = next(iter(self.raw)) if isinstance(self.raw, dict) else self.raw
        return name

    @property
    def value(self) -> Any:
        """What the answer brings: ``{"row": 2, "col": 5}``; ``None`` if it is only a name."""
        return next(iter(self.raw.values())) if isinstance(self.raw, dict) else None

    def __repr__(self) -> str:
        return f"Reply({self.raw!r})" if self.ok else f"Reply(refused={self.refused!r})"


class Turn(Generic[View]):
    """The turn being played."""

    view: View
    """What the bot may know. From the start of the turn; ``look`` brings it up to date."""
    hello: Hello
    """What was told before the first turn: game, seat, map, rules, seed."""
    actor: int
    """The actor whose turn it is: your seat, or one unit where every unit is a program."""
    round: int
    """The round being played."""
    number: int
    """The number of this turn."""
    seconds: Optional[float]
    """The seconds this turn may take; ``None`` without a limit."""
    energy: Optional[int]
    """The energy this turn may cost; ``None`` in games that do not count it."""

    def __init__(self, wire: Wire, hello: Hello, message: Record) -> None:
        self._began = time.monotonic()
        self._wire = wire
        self._spoke = False
        self._drafted = False
        self._open = True
        self._ended = False
        self._next: Optional[Record] = None
        self.hello = hello
        self.view = message["view"]
        self.actor = message["actor"]
        self.round = message["round"]
        self.number = message["turn"]
        self.seconds = message["seconds"]
        self.energy = message["energy"]

    def call(self, name: Call, value: Any = None, **fields: Any) -> Reply:
        """Makes a call and returns the game's reply: ``turn.call("capture", 7)``."""
        said = call(name, value, **fields)
        self._say({"type": "call", "call": said})
        return Reply(self._answer("reply"))

    def calls(self, calls: Iterable[Call], look: bool = False) -> List[Reply]:
        """Makes many calls at once, which is faster than one by one. With ``look`` the view is
        brought up to date as well."""
        self._say({"type": "calls", "calls": list(calls), "look": look})
        answer = self._answer("replies")
        if look:
            self.view = answer["view"]
        return [Reply(one) for one in answer["replies"]]

    def look(self) -> View:
        """Brings ``view`` up to date and returns it."""
        self._say({"type": "look"})
        view: View = self._answer("view")["view"]
        self.view = view
        return view

    def draft(self, calls: Iterable[Call]) -> None:
        """Saves calls that Agon makes if the turn ends before the bot has made any."""
        self._say({"type": "draft", "calls": list(calls)})

    def log(self, text: Any) -> None:
        """Writes a line into the replay, for you to read beside this turn."""
        # Sent at once: it may be the last sign of a bot that hangs.
        self._wire.send(self._note({"log": str(text)}))

    def dot(self, at: Spot, colour: Colour = YELLOW) -> None:
        """Draws a dot into the replay."""
        self._draw({"dot": {"at": _spot(at), "colour": list(colour)}})

    def line(self, start: Spot, end: Spot, colour: Colour = YELLOW) -> None:
        """Draws a line into the replay."""
        line = {"from": _spot(start), "to": _spot(end), "colour": list(colour)}
        self._draw({"line": line})

    def text(self, at: Spot, text: Any, colour: Colour = YELLOW) -> None:
        """Writes a few words on the board in the replay."""
        self._draw({"text": {"at": _spot(at), "text": str(text), "colour": list(colour)}})

    def seconds_left(self) -> Optional[float]:
        """The seconds left of this turn; ``None`` without a limit."""
        if self.seconds is None:
            return None
        return self.seconds - (time.monotonic() - self._began)

    def _check_open(self) -> None:
        if self._ended:
            raise RuntimeError(f"turn {self.number} has ended: use the turn that is passed in now")
        if not self._open:
            raise TurnOver

    def _say(self, message: Dict[str, Any]) -> None:
        self._check_open()
        message["turn"] = self.number
        self._wire.send(message)
        if message["type"] in ("call", "calls"):
            self._spoke = True
        elif message["type"] == "draft":
            self._drafted = True

    def _note(self, note: Dict[str, Any]) -> Dict[str, Any]:
        self._check_open()
        return {"type": "note", "note": note}

    def _draw(self, note: Dict[str, Any]) -> None:
        self._wire.later(self._note(note))

    def _answer(self, kind: str) -> Record:
        """Waits for the answer to the last message."""
        while True:
            message = self._wire.read()
            what = message["type"]
            if what == "error":
                print(f"Agon does not understand this bot: {message['message']}", file=sys.stderr)
            elif what in ("turn", "over"):
                self._next = message
            elif message.get("turn") != self.number:
                continue
            elif what == kind:
                return message
            self._open = False
            raise TurnOver

    @property
    def _is_silent(self) -> bool:
        """Whether nothing was called or saved so far."""
        return self._open and not self._spoke and not self._drafted

    def _done(self, error: Optional[str] = None) -> Optional[Record]:
        """Ends the turn; returns the message that arrived in place of an answer, if one did."""
        self._ended = True
        if self._open:
            self._open = False
            how = "failed" if error is not None else "done" if self._spoke else "silent"
            self._wire.send({"type": "done", "turn": self.number, "how": how, "error": error})
        return self._next


def _spot(at: Spot) -> Dict[str, Any]:
    if isinstance(at, (str, int)):
        return {"unit": str(at)}
    return {"tile": [int(part) for part in at]}
