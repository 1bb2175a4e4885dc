"""Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours."""

from typing import Dict, List, Sequence, Tuple

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
