"""Helpers for bots of Time Travel: tiles that units can enter, distances, neighbours, ways."""

from typing import List, Optional, Sequence, Set, Tuple

import agon
from timetravel_types import View

Place = Tuple[int, int, int]
"""The coordinates of a tile and its period: x, y, z."""

EDGE = 10
"""The greatest x and y; the least are -10."""


def places(view: View) -> List[Place]:
    """The tiles that own units can enter by z, y, then x."""
    closed = _closed(view)
    span = range(-EDGE, EDGE + 1)
    return [(x, y, z) for z in range(3) for y in span for x in span if (x, y, z) not in closed]


def distance(a: Sequence[int], b: Sequence[int]) -> int:
    """The steps between two tiles of one period if nothing is in the way; attacks measure in the same way."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def neighbours(view: View, at: Sequence[int]) -> List[Tuple[Place, int]]:
    """The tiles that an own unit can step to from ``at``, each with its cost, 1, for ``agon.path``."""
    return _beside(_closed(view), at)


def way(view: View, start: Sequence[int], goal: Sequence[int]) -> Optional[List[Place]]:
    """A shortest way within one period, both ends included; ``None`` if there is none."""
    closed, to = _closed(view), tuple(goal)
    return agon.path((start[0], start[1], start[2]), lambda at: at == to, lambda at: _beside(closed, at))


def _beside(closed: Set[Place], at: Sequence[int]) -> List[Tuple[Place, int]]:
    x, y, z = at
    steps = [(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z)]
    return [(to, 1) for to in steps if abs(to[0]) <= EDGE and abs(to[1]) <= EDGE and to not in closed]


def _closed(view: View) -> Set[Place]:
    """The tiles with terrain that blocks steps, with enemies, and if the rules say so with portals."""
    closed = {(one.x, one.y, one.z) for one in view.terrain if one.blocks_move}
    closed |= {(unit.x, unit.y, unit.z) for unit in view.units if unit.owner != view.you}
    for house in view.buildings:
        if house.owner != view.you:
            closed |= {(house.x + dx, house.y + dy, house.z) for dx in (0, 1) for dy in (0, 1)}
    if not view.rules.units_on_portals:
        closed |= {(portal.x, portal.y, portal.z) for portal in view.portals}
    return closed
