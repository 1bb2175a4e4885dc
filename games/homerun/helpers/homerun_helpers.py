"""Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours, ways."""

from typing import Dict, List, Optional, Sequence, Tuple

import agon
from homerun_types import View

Place = Tuple[int, int]
"""The coordinates of a tile: x grows to the east, y to the north."""

STEPS: Dict[str, Place] = {
    "NORTH": (0, 1), "NORTHWEST": (-1, 1), "WEST": (-1, 0), "SOUTHWEST": (-1, -1),
    "SOUTH": (0, -1), "SOUTHEAST": (1, -1), "EAST": (1, 0), "NORTHEAST": (1, 1),
}  # fmt: skip
"""What each direction adds to x and y."""

AROUND: List[Place] = sorted(
    ((x, y) for x in range(-8, 9) for y in range(-8, 9) if x * x + y * y <= 64),
    key=lambda place: (place[0] ** 2 + place[1] ** 2, place),
)
"""The tiles around a unit in the order of ``view.tiles``."""


def places(view: View) -> List[Tuple[Place, str]]:
    """The tiles in sight with their coordinates, the own one first: ``((x, y), tile)``."""
    x, y = view.me.at
    return [((x + dx, y + dy), tile) for (dx, dy), tile in zip(AROUND, view.tiles)]


def distance_squared(a: Sequence[int], b: Sequence[int]) -> int:
    """The squared distance of two tiles, as the rules measure sight."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def neighbour(at: Sequence[int], direction: str) -> Place:
    """The tile beside ``at`` in a direction."""
    dx, dy = STEPS[direction]
    return (at[0] + dx, at[1] + dy)


def distance(a: Sequence[int], b: Sequence[int]) -> int:
    """The steps between two tiles if nothing is in the way."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def direction(a: Sequence[int], b: Sequence[int]) -> Optional[str]:
    """The direction from a tile to one beside it; ``None`` for all other tiles."""
    return next((name for name in STEPS if neighbour(a, name) == (b[0], b[1])), None)


def neighbours(view: View, at: Sequence[int]) -> List[Tuple[Place, int]]:
    """The accessible tiles in sight beside ``at``, each with its cost, as ``agon.path`` needs them.

    The cost is the cooldown: a straight step costs 10000, a diagonal one 14142.
    """
    return _beside(_open(view), at)


def way(view: View, start: Sequence[int], goal: Sequence[int]) -> Optional[List[Place]]:
    """The quickest way over the tiles in sight, both ends included; ``None`` if there is none."""
    tiles, to = _open(view), (goal[0], goal[1])
    return agon.path((start[0], start[1]), lambda at: at == to, lambda at: _beside(tiles, at))


def _beside(tiles: Dict[Place, str], at: Sequence[int]) -> List[Tuple[Place, int]]:
    steps = [(neighbour(at, name), 14142 if all(step) else 10000) for name, step in STEPS.items()]
    return [(place, cost) for place, cost in steps if place in tiles]


def _open(view: View) -> Dict[Place, str]:
    """The tiles in sight that are accessible: no water, and without a unit or a ball."""
    taken = {(at[0], at[1]) for at in [view.me.at, *(unit.at for unit in view.units), *view.balls]}
    return {at: tile for at, tile in places(view) if tile in ".bs" and at not in taken}
