"""A solid bot for Galaxy Commander: plays like `builtin:solid`.

It looks two wormholes far and flies to the system that costs the least to reach and to capture.
It keeps no map; it only counts how often it was in each system, to leave a region that is all
its own.
"""

from typing import Dict, List, Optional, Tuple

try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play galaxy . builtin:random"
    ) from None

from galaxy_types import SeenSystem, View

ACTIONS_PER_TURN = 3
SCAN_ENERGY = 1
"""A scan of this energy shows the neighbours of the neighbours, too."""
REFUEL_STORE_MIN = 3
"""A store of at least this much energy is worth the action that empties it."""


class Solid:
    def __init__(self) -> None:
        self.visits: Dict[str, int] = {}
        """How often a turn began in each system."""

    def turn(self, turn: agon.Turn[View]) -> None:
        view = turn.view
        systems = {system.name: system for system in view.systems}
        here = systems[view.current]
        self.visits[here.name] = self.visits.get(here.name, 0) + 1
        if view.capture_actions_left is not None:
            continue_capture(view.capture_actions_left, turn)
            return

        actions_left = ACTIONS_PER_TURN
        if view.scan_energy < SCAN_ENERGY < view.energy:
            turn.call("set_scan", SCAN_ENERGY)
            actions_left -= 1
        if here.owner != view.colour:
            capture(view.energy, here, actions_left, turn)
            return

        # The system is ours: take its energy, fly on, and begin to capture the next one at once.
        energy = view.energy
        if here.energy >= REFUEL_STORE_MIN:
            turn.call("refuel")
            energy += here.energy
            actions_left -= 1
        way = self.next_system(view, systems, here)
        if way is None:
            return
        to, cost = way
        if actions_left > 0 and cost <= energy:
            turn.line(here.name, to.name)
            turn.call("move", to.name)
            actions_left -= 1
            if actions_left > 0 and to.owner != view.colour:
                capture(energy - cost, to, actions_left, turn)

    def next_system(
        self, view: View, systems: Dict[str, SeenSystem], here: SeenSystem
    ) -> Optional[Tuple[SeenSystem, int]]:
        """The neighbour to fly to, and the cost of the wormhole: towards the cheapest system within
        two wormholes that is not ours; without one, the neighbour that was visited least."""

        def ends(of: SeenSystem) -> List[Tuple[SeenSystem, int]]:
            return [(systems[w.to], w.cost) for w in of.wormholes if w.to is not None]

        best: Optional[Tuple[int, SeenSystem, int]] = None
        for first, cost in ends(here):
            # Every wormhole also costs one action.
            totals = [
                cost + more + 2 + second.capture_cost
                for second, more in ends(first)
                if second.owner != view.colour
            ]
            if first.owner != view.colour:
                totals.append(cost + 1 + first.capture_cost)
            if totals and (best is None or min(totals) < best[0]):
                best = (min(totals), first, cost)
        if best is not None:
            return best[1], best[2]
        return min(
            ends(here), key=lambda way: (self.visits.get(way[0].name, 0), way[1]), default=None
        )


def capture(energy: int, system: SeenSystem, actions: int, turn: agon.Turn[View]) -> None:
    """Captures a system: as much with energy as possible, the rest with the actions of this turn."""
    paid = max(min(energy, system.capture_cost - 1), 0)
    turn.call("capture", paid)
    left = system.capture_cost - 1 - paid
    continue_capture(min(left, actions - 1), turn)


def continue_capture(actions: int, turn: agon.Turn[View]) -> None:
    for _ in range(min(actions, ACTIONS_PER_TURN)):
        turn.call("continue_capture")


agon.run(Solid)
