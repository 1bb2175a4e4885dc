"""A first bot for Galaxy Commander.

It captures the system it is in. When that is done it takes the energy stored there and flies on
through the cheapest wormhole, if possible to a system that is not ours.
"""

try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play galaxy . builtin:random"
    ) from None

from galaxy_types import View


def play(turn: agon.Turn[View]) -> None:
    view = turn.view
    systems = {system.name: system for system in view.systems}
    here = systems[view.current]
    if here.owner != view.colour:
        if view.capture_actions_left is None:
            turn.call("capture", min(view.energy, here.capture_cost - 1))
        while turn.call("continue_capture"):
            pass  # until the three actions of this turn are used up
        return

    turn.call("refuel")
    ways = [(w.to, w.cost) for w in here.wormholes if w.to is not None]
    if ways:
        to, _ = min(ways, key=lambda way: (systems[way[0]].owner == view.colour, way[1]))
        turn.line(here.name, to)
        turn.call("move", to)


agon.run(play)
