"""Messages of Agon: dictionaries whose fields can also be read as attributes."""

from __future__ import annotations

from typing import Any, Dict


class Record(Dict[str, Any]):
    """A dictionary whose keys are attributes too: ``robot["row"]`` and ``robot.row`` are the same."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            known = ", ".join(self) or "nothing"
            raise AttributeError(f"there is no {name!r} here; there is {known}") from None


class Hello(Record):
    """What a bot is told before the first turn."""

    __slots__ = ()

    protocol: int
    """The version of the protocol."""
    game: str
    """The id of the game."""
    version: int
    """The version of the game's rules."""
    rules: str
    """``handbook`` or ``original``."""
    map: str
    """The map's name."""
    seat: int
    """The bot's seat, from 0."""
    seat_name: str
    """The seat's name, such as ``blue``."""
    seats: int
    """The number of seats."""
    seed: int
    """``random`` is seeded with it."""
    tournament: bool
    """Whether the match is one of a tournament."""
