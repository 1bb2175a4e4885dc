"""The cheapest way between places, whatever a game's places are."""

from __future__ import annotations

import heapq
from typing import Callable, Dict, Hashable, Iterable, List, Optional, Tuple, TypeVar

Place = TypeVar("Place", bound=Hashable)


def path(
    start: Place,
    is_goal: Callable[[Place], bool],
    neighbours: Callable[[Place], Iterable[Tuple[Place, int]]],
) -> Optional[List[Place]]:
    """The cheapest way from ``start`` to a goal, both included; ``None`` if there is none.

    ``neighbours`` gives the places beside a place, each with the cost of going there, which is at least
    0. Of equally cheap ways, the one through the places that were found first is taken; it is the same
    in all kits.
    """
    best: Dict[Place, Tuple[int, Optional[Place]]] = {start: (0, None)}
    queue: List[Tuple[int, int, Place]] = [(0, 0, start)]
    found = 0
    while queue:
        cost, _, place = heapq.heappop(queue)
        if cost > best[place][0]:
            continue  # a cheaper way was found since
        if is_goal(place):
            return _back(best, place)
        for beside, step in neighbours(place):
            if beside not in best or cost + step < best[beside][0]:
                found += 1
                best[beside] = (cost + step, place)
                heapq.heappush(queue, (cost + step, found, beside))
    return None


def _back(best: Dict[Place, Tuple[int, Optional[Place]]], goal: Place) -> List[Place]:
    way = [goal]
    while True:
        before = best[way[-1]][1]
        if before is None:
            return way[::-1]
        way.append(before)
