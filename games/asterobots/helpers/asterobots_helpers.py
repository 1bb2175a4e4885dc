"""Helpers for bots of Asterobots: vertices of the field, distances, neighbours, ways."""

from typing import List, Optional, Sequence, Tuple

import agon
from asterobots_types import View

Place = Tuple[int, int]
"""The coordinates of a vertex."""


def places(view: View) -> List[Place]:
    """All vertices of the field by y, then x."""
    size = view.setting.map_size
    return [(x, y) for y in range(1 - size, size + 1) for x in _columns(size, y)]


def distance(a: Sequence[int], b: Sequence[int]) -> int:
    """The edges between two vertices."""
    (x, y), (_, low) = sorted([(a[0], a[1]), (b[0], b[1])], key=lambda place: place[1])
    wide, high = abs(a[0] - b[0]), low - y
    if high == 0:
        return wide
    stairs = max(wide, high - (x + y + 1) % 2)
    return high + stairs + (stairs - wide) % 2


def neighbours(view: View, at: Sequence[int]) -> List[Tuple[Place, int]]:
    """The vertices beside ``at``, each with its cost, 1, as ``agon.path`` needs them."""
    x, y = at
    size = view.setting.map_size
    beside = [(x - 1, y), (x + 1, y), (x, y - 1 if (x + y) % 2 else y + 1)]
    return [(place, 1) for place in beside if _is_inside(size, place)]


def way(view: View, start: Sequence[int], goal: Sequence[int]) -> Optional[List[Place]]:
    """A shortest way, both ends included. The question ``path`` tells which one a plain launch takes."""
    to = (goal[0], goal[1])
    return agon.path((start[0], start[1]), lambda place: place == to, lambda place: neighbours(view, place))


def _columns(size: int, y: int) -> range:
    cut = y - 1 if y >= 1 else -y
    return range(2 - 2 * size + cut, 2 * size - cut + 1)


def _is_inside(size: int, at: Place) -> bool:
    return 1 - size <= at[1] <= size and at[0] in _columns(size, at[1])
