"""A first bot for Asterobots.

It selects veins that build many robots. Then every vein of ours that is strong enough conquers the
weakest vein it can.
"""

try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play asterobots . builtin:random"
    ) from None

from asterobots_types import View


def play(turn: agon.Turn[View]) -> None:
    view = turn.view
    if view.phase == "select":
        free = [vein for vein in view.veins if vein.owner == -1]
        best = max(free, key=lambda vein: vein.robot_productivity)
        turn.call("select", best.location)
        return

    targets = sorted((v for v in view.veins if v.owner != view.me), key=lambda v: v.robots)
    for vein in view.veins:
        if vein.owner != view.me or not targets:
            continue
        target = targets[0]
        # Some more than live there now, because robots are built while ours are on their way.
        robots = target.robots + 20
        if vein.robots >= robots:
            turn.call("launch", robots=robots, from_=vein.location, to=target.location)
            turn.line(vein.location, target.location)
            targets.pop(0)


agon.run(play)
