"""A first bot for Home Run.

Every unit is an instance of this class. The headquarters recruits pitchers; a pitcher walks until it
stands on a base or a stadium, and stays there.
"""

from typing import Optional

try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play homerun . builtin:random"
    ) from None

from homerun_types import View

DIRECTIONS = [
    "NORTH", "NORTHWEST", "WEST", "SOUTHWEST", "SOUTH", "SOUTHEAST", "EAST", "NORTHEAST",
]  # fmt: skip


class Unit:
    def __init__(self) -> None:
        self.heading: Optional[int] = None

    def turn(self, turn: agon.Turn[View]) -> None:
        view = turn.view
        if self.heading is None:
            self.heading = view.me.id % 8
        if view.me.type == "HQ":
            direction = DIRECTIONS[turn.round % 8]
            if turn.call("can_recruit", ["PITCHER", direction]).value:
                turn.call("recruit", ["PITCHER", direction])
        elif view.tiles[0] in "bs":
            turn.dot(view.me.at)  # the first tile is the one we stand on: this is the place to be
        elif view.me.move_cd < 1:
            direction = DIRECTIONS[self.heading]
            if turn.call("can_move", direction).value:
                turn.call("move", direction)
            else:
                self.heading = (self.heading + 3) % 8


agon.run(Unit)
