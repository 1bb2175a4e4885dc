"""Helpers for bots of Galaxy Commander: systems by name, distances, neighbours, ways."""

from typing import List, Optional, Tuple

import agon
from galaxy_types import SeenSystem, View


def places(view: View) -> List[Tuple[str, SeenSystem]]:
    """The systems within the scan by name."""
    return [(system.name, system) for system in view.systems]


def neighbours(view: View, name: str) -> List[Tuple[str, int]]:
    """The systems at the ends of a system's wormholes with their costs, as ``agon.path`` needs them."""
    system = next((system for system in view.systems if system.name == name), None)
    holes = system.wormholes if system else []
    return [(hole.to, hole.cost) for hole in holes if hole.to is not None]


def way(view: View, start: str, goal: str) -> Optional[List[str]]:
    """The cheapest way through the wormholes in sight, both ends included; ``None`` if there is none."""
    return agon.path(start, lambda name: name == goal, lambda name: neighbours(view, name))


def distance(view: View, start: str, goal: str) -> Optional[int]:
    """What the cheapest way costs; ``None`` if there is no way in sight."""
    found = way(view, start, goal)
    if found is None:
        return None
    steps = zip(found, found[1:])
    return sum(min(cost for to, cost in neighbours(view, here) if to == there) for here, there in steps)
