"""A first bot for Mars Makeover.

Every robot walks in a direction of its own and works wherever it can. All metal goes into new
robots: one explorer, then terraformers.
"""

try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play mars . builtin:random"
    ) from None

from mars_types import View

DIRECTIONS = ["UP", "UP_RIGHT", "RIGHT", "DOWN_RIGHT", "DOWN", "DOWN_LEFT", "LEFT", "UP_LEFT"]
STEPS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def play(turn: agon.Turn[View]) -> None:
    view = turn.view
    for number, robot in enumerate(view.robots):
        way = (number + turn.round // 5) % 8
        row, col = robot.row + STEPS[way][0], robot.col + STEPS[way][1]
        # Stepping on a robot rams it, and both are lost: look who is there.
        if turn.call("robot_at", row=row, col=col).value is None:
            turn.call("move", robot=robot.name, direction=DIRECTIONS[way])
        turn.call("act", robot=robot.name)

    metal = view.metal
    kind = "terraformer" if view.robots else "explorer"
    for row, line in enumerate(view.terraform):
        for col, value in enumerate(line):
            if value > 0 and metal >= view.spawn_cost:
                if turn.call("spawn", type=kind, row=row, col=col):
                    turn.dot((row, col))
                    metal -= view.spawn_cost
                    kind = "terraformer"


agon.run(play)
