"""Mars Makeover: explore, mine, and terraform outwards from home.

Every robot looks for the nearest place where it has work (a breadth-first search over what is
visible), takes one step towards it and acts:

* explorers go where hidden tiles are near,
* miners go to deposits,
* terraformers go to land without an owner, or almost ours,
* robots without battery go home to charge.

No two robots are sent to the same place, and no robot steps on an occupied tile, which would ram.
Metal is spent on one explorer per 400 hidden tiles, then on miners, then on terraformers.
"""

from collections import Counter, deque

import agon

DIRECTIONS = {
    "UP": (-1, 0), "UP_RIGHT": (-1, 1), "RIGHT": (0, 1), "DOWN_RIGHT": (1, 1),
    "DOWN": (1, 0), "DOWN_LEFT": (1, -1), "LEFT": (0, -1), "UP_LEFT": (-1, -1),
}  # fmt: skip


def play(turn):
    view = turn.view
    board = Board(view)
    orders = []
    for robot in view.robots:
        here = (robot.row, robot.col)
        way = board.way(here, board.goals_of(robot))
        if way is None:
            continue
        direction, step, goal = way
        if direction is not None:
            board.occupied.remove(here)
            board.occupied.add(step)
            orders.append(agon.call("move", robot=robot.name, direction=direction))
            turn.line(here, goal)
        # Where there is nothing to do this is refused, and a refusal costs nothing.
        orders.append(agon.call("act", robot=robot.name))
    turn.calls(orders + list(board.builds()))


class Board:
    """What the team knows, and what it has decided already in this turn."""

    def __init__(self, view):
        self.view = view
        self.rows, self.cols = len(view.tiles), len(view.tiles[0])
        self.occupied = {(r.row, r.col) for r in view.robots + view.enemies}
        places = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        self.open = {place for place in places if self.tile(place) in ("T", "M")}
        land = {place: view.terraform[place[0]][place[1]] for place in self.open}
        self.home = {place for place in self.open if land[place] > 0}
        # Where each kind of robot has work; each goal is given to one robot only.
        self.work = {
            "explorer": {place for place in self.open if self.is_edge(place)},
            "miner": {place for place in self.open if self.tile(place) == "M"},
            "terraformer": {p for p in self.open if self.tile(p) == "T" and -3 < land[p] < 1},
        }

    def tile(self, place):
        row, col = place
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return self.view.tiles[row][col] if inside else None

    def is_edge(self, place):
        """Is something hidden beside this place?"""
        return any(self.tile(near) == "#" for _, near in around(place))

    def goals_of(self, robot):
        is_flat = robot.battery < robot.action_cost
        return self.home if is_flat else self.work[robot.type]

    def way(self, start, goals):
        """The first step to the nearest goal, and the goal; None if there is none."""
        queue, seen = deque([(start, None, None)]), {start}
        while queue and goals:
            place, direction, step = queue.popleft()
            if place in goals:
                goals.remove(place)
                return direction, step, place
            for name, near in around(place):
                if near not in seen and near in self.open and near not in self.occupied:
                    seen.add(near)
                    queue.append((near, direction or name, step or near))
        return None

    def builds(self):
        """New robots on free own land, as far as metal and work go."""
        view = self.view
        kinds = Counter(robot.type for robot in view.robots)
        is_late = view.turn > view.turns - 30
        hidden = sum(row.count("#") for row in view.tiles)
        wanted = {"explorer": hidden / 400, "miner": min(kinds["terraformer"] + 2, 12)}
        metal = view.metal
        for row, col in sorted(self.home - self.occupied):
            useful = (kind for kind in wanted if kinds[kind] < wanted[kind] and self.work[kind])
            kind = "terraformer" if is_late else next(useful, "terraformer")
            if metal < view.spawn_cost or not self.work[kind]:
                return
            self.work[kind].pop()
            kinds[kind] += 1
            metal -= view.spawn_cost
            yield agon.call("spawn", type=kind, row=row, col=col)


def around(place):
    row, col = place
    return [(name, (row + down, col + right)) for name, (down, right) in DIRECTIONS.items()]


agon.run(play)
