"""Messages of Agon: dictionaries whose fields can also be read as attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict


class Record(Dict[str, Any]):
    """A dictionary whose keys are attributes too: ``robot["row"]`` and ``robot.row`` are the same."""

    __slots__ = ()

    # Type checkers know the fields from the types of the game, and report any other one.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in self:
                return self[name]
            raise AttributeError(self._no_field(name))

    def __missing__(self, name: str) -> Any:
        raise KeyError(self._no_field(name))

    def _no_field(self, name: str) -> str:
        import difflib  # only a mistake needs it

        near = difflib.get_close_matches(str(name), self, 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        return f"there is no field {name!r}; {hint}the fields are {', '.join(self) or 'none'}"


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
