"""Helpers for bots of Mars Makeover: tiles with their coordinates, distances, neighbours, ways."""

from typing import Dict, List, Optional, Sequence, Tuple

import agon
from mars_types import View

Place = Tuple[int, int]
"""The row and the column of a tile."""

STEPS: Dict[str, Place] = {
    "UP": (-1, 0), "UP_RIGHT": (-1, 1), "RIGHT": (0, 1), "DOWN_RIGHT": (1, 1),
    "DOWN": (1, 0), "DOWN_LEFT": (1, -1), "LEFT": (0, -1), "UP_LEFT": (-1, -1),
}  # fmt: skip
"""What each direction adds to row and column."""


def places(view: View) -> List[Tuple[Place, str]]:
    """The tiles that the team has seen with their coordinates: ``((row, col), tile)``."""
    rows = enumerate(view.tiles)
    return [((row, col), tile) for row, tiles in rows for col, tile in enumerate(tiles) if tile != "#"]


def distance(a: Sequence[int], b: Sequence[int]) -> int:
    """The steps between two tiles if nothing is in the way."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def neighbour(at: Sequence[int], direction: str) -> Place:
    """The tile beside ``at`` in a direction."""
    row, col = STEPS[direction]
    return (at[0] + row, at[1] + col)


def direction(a: Sequence[int], b: Sequence[int]) -> Optional[str]:
    """The direction from a tile to one beside it; ``None`` for all other tiles."""
    return next((name for name in STEPS if neighbour(a, name) == (b[0], b[1])), None)


def neighbours(view: View, at: Sequence[int]) -> List[Tuple[Place, int]]:
    """The seen tiles beside ``at`` that are not rock, each with its cost, 1, for ``agon.path``."""
    beside = [neighbour(at, name) for name in STEPS]
    return [(place, 1) for place in beside if _is_open(view, place)]


def way(view: View, start: Sequence[int], goal: Sequence[int]) -> Optional[List[Place]]:
    """A shortest way through seen land, both ends included, past any robots; ``None`` if there is none."""
    to = (goal[0], goal[1])
    return agon.path((start[0], start[1]), lambda place: place == to, lambda place: neighbours(view, place))


def _is_open(view: View, at: Place) -> bool:
    row, col = at
    return 0 <= row < len(view.tiles) and 0 <= col < len(view.tiles[0]) and view.tiles[row][col] not in "#I"
