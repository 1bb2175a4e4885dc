"""A solid bot for Asterobots: plays like `builtin:solid`.

Every vein attacks the foreign vein that pays for itself soonest, as soon as it has enough robots for
it. It counts the robots that the target builds until the squad arrives, but no other squads, and leaves
only a few robots at home.
"""

from typing import List, Tuple

try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play asterobots . builtin:random"
    ) from None

from asterobots_helpers import distance
from asterobots_types import Material, Point, VeinView, View

ALIENS = -1
MATERIALS: List[Material] = ["gas", "stone", "metal"]
STAY_HOME = 10
"""Robots that stay in a vein."""
SPARE = 10
"""Robots sent to a player's vein beyond those that it will have."""
FREE_NEIGHBOUR, OWN_NEIGHBOUR, RIVAL_NEIGHBOUR = 20.0, 150.0, 300.0
"""When veins are selected: how many robots another vein next to one is worth, depending on its owner."""
SELL_ABOVE = 700
"""A stock above this is sold."""


def play(turn: agon.Turn[View]) -> None:
    if turn.view.phase == "select":
        select(turn)
    else:
        attack(turn)
        sell(turn)
        upgrade(turn)


def select(turn: agon.Turn[View]) -> None:
    """A vein with many robots, far from rivals, with free veins around it; the second one near the first."""
    view = turn.view

    def worth(vein: VeinView) -> float:
        worth = float(vein.robots + 12 * vein.robot_productivity)
        for other in view.veins:
            if other.location == vein.location:
                continue
            nearness = 1.0 / distance(vein.location, other.location)
            if other.owner == ALIENS:
                worth += FREE_NEIGHBOUR * nearness
            elif other.owner == view.me:
                worth += OWN_NEIGHBOUR * nearness
            else:
                worth -= RIVAL_NEIGHBOUR * nearness
        return worth

    # Of equal veins the last one is taken.
    free = [vein for vein in reversed(view.veins) if vein.owner == ALIENS]
    if free:
        turn.call("select", max(free, key=worth).location)


def price(start: VeinView, to: VeinView) -> int:
    """The robots it takes to conquer a vein from another one."""
    if to.owner == ALIENS:
        return to.robots + 1
    turns = distance(start.location, to.location)
    return to.robots + turns * to.robot_productivity + SPARE


def attack(turn: agon.Turn[View]) -> None:
    """Each vein attacks the vein that pays for itself soonest. A vein that another squad of ours is
    flying to is left to that squad."""
    view = turn.view
    taken: List[Point] = [squad.path[-1] for squad in view.squads if squad.owner == view.me]
    for start in [vein for vein in view.veins if vein.owner == view.me]:
        # Turns until a conquest has paid for itself: the way, and the time to build its price.
        def delay(to: VeinView, start: VeinView = start) -> int:
            turns = distance(start.location, to.location)
            return turns + price(start, to) // max(to.initial_robot_productivity, 1)

        foreign = (vein for vein in view.veins if vein.owner != view.me)
        to = min((vein for vein in foreign if vein.location not in taken), key=delay, default=None)
        if to is None:
            continue
        robots = price(start, to)
        if start.robots - robots >= STAY_HOME:
            turn.call("launch", robots=robots, from_=start.location, to=to.location)
            turn.line(start.location, to.location)
            taken.append(to.location)


def sell(turn: agon.Turn[View]) -> None:
    """Sells what upgrades do not need."""
    stock = turn.view.players[turn.view.me].materials
    for material in MATERIALS:
        if stock[material] > SELL_ABOVE:
            turn.call("sell_to_alien", material=material, amount=stock[material] - SELL_ABOVE)


def upgrade(turn: agon.Turn[View]) -> None:
    """Raises the robot rank of the vein with the lowest rank; buys what is missing from the aliens."""
    view = turn.view
    me = view.players[view.me]

    def rank(vein: VeinView) -> Tuple[int, int]:
        return (vein.robot_rank, -vein.robot_productivity)

    vein = min((vein for vein in view.veins if vein.owner == view.me), key=rank, default=None)
    if vein is None or vein.robot_rank > len(view.setting.upgrade_robot):
        return
    cost = view.setting.upgrade_robot[vein.robot_rank - 1]
    missing = {m: max(cost[m] - me.materials[m], 0) for m in MATERIALS}
    if sum(missing[m] * view.buy_prices[m] for m in MATERIALS) > me.money:
        return
    for material in MATERIALS:
        if missing[material] > 0:
            turn.call("buy_from_alien", material=material, amount=missing[material])
    turn.call("upgrade_robot", location=vein.location)


agon.run(play)
