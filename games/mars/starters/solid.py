"""A solid bot for Mars Makeover: plays like `builtin:solid`.

There are three kinds of work. Explorers work where they see something new, miners on deposits, and
terraformers on land that is not ours. Every robot goes to the nearest work of its type, and no two
robots go to the same tile. Robots recharge on own land before they go on, and never ram.

All metal goes into new robots: a few explorers while much is hidden, miners for the deposits, and
terraformers with the rest. They are built where their work is near.
"""

from typing import Iterable, List, Optional, Set, Tuple

try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play mars . builtin:random"
    ) from None

from mars_types import RobotInfo, RobotType, View

SETS_OUT = 60
"""A robot that rests on own land leaves with this charge."""
HIDDEN_PER_EXPLORER = 200
"""Hidden tiles for which one more explorer is built."""
SPARE_MINERS = 2
"""Miners beyond the number of terraformers."""
SPARE_TERRAFORMERS = 10
"""Terraformers beyond the number of tiles to take. More would only stand in the way."""
PAYS_UNTIL = 30
"""Explorers and miners are built until this many rounds before the end."""
STEPS = [
    ("UP", -1, 0), ("UP_RIGHT", -1, 1), ("RIGHT", 0, 1), ("DOWN_RIGHT", 1, 1),
    ("DOWN", 1, 0), ("DOWN_LEFT", 1, -1), ("LEFT", 0, -1), ("UP_LEFT", -1, -1),
]  # fmt: skip


class Ground:
    """The known part of the map. A tile is a number; there is a border of one tile around the map, so
    that every tile has eight neighbours."""

    def __init__(self, view: View) -> None:
        self.width = len(view.tiles[0]) + 2
        self.directions = {row * self.width + col: name for name, row, col in STEPS}
        self.hidden: Set[int] = set()
        self.land: Set[int] = set()
        self.deposits: Set[int] = set()
        self.own: Set[int] = set()
        self.weak: Set[int] = set()
        """Land that takes few actions: neutral, or the enemy's with a value of -1 or -2."""
        kinds = {"#": self.hidden, "T": self.land, "M": self.deposits}
        for row, (tiles, values) in enumerate(zip(view.tiles, view.terraform)):
            for col, (tile, value) in enumerate(zip(tiles, values)):
                at = self.tile(row, col)
                if tile in kinds:
                    kinds[tile].add(at)
                if value > 0:
                    self.own.add(at)
                elif tile == "T" and value >= -2:
                    self.weak.add(at)
        self.open = self.land | self.deposits
        """Seen tiles that robots can enter."""
        robots = [*view.robots, *view.enemies]
        self.free = self.open - {self.tile(robot.row, robot.col) for robot in robots}
        """Open tiles without a robot."""

    def tile(self, row: int, col: int) -> int:
        return (row + 1) * self.width + col + 1

    def place(self, tile: int) -> Tuple[int, int]:
        return tile // self.width - 1, tile % self.width - 1

    def neighbours(self, at: int) -> List[int]:
        return [at + step for step in self.directions]

    def frontier(self) -> Set[int]:
        """Seen tiles from which an explorer sees something new."""
        return {at for hidden in self.hidden for at in self.neighbours(hidden) if at in self.open}

    def way(self, start: int, goals: Set[int]) -> Optional[Tuple[int, int]]:
        """The first step of a shortest way over free tiles to the nearest goal, and the goal. Of
        equally good steps one on own land is better, because robots are charged there."""
        if not goals:
            return None
        ring = sorted(self.neighbours(start), key=lambda at: at not in self.own)
        ring = [at for at in ring if at in self.free]
        first = {at: at for at in ring}
        for at in ring:
            if at in goals:
                return first[at], at
            for near in self.neighbours(at):
                if near in self.free and near not in first and near != start:
                    first[near] = first[at]
                    ring.append(near)
        return None

    def spawn_place(self, goals: Iterable[int]) -> Optional[int]:
        """The free own tile that is nearest to one of the goals; robots do not block the way."""
        ring = sorted(goals)
        seen = set(ring)
        for at in ring:
            if at in self.own and at in self.free:
                return at
            for near in self.neighbours(at):
                if near in self.open and near not in seen:
                    seen.add(near)
                    ring.append(near)
        return None


class Solid:
    """A turn."""

    def __init__(self, turn: agon.Turn[View]) -> None:
        self.turn = turn
        self.ground = Ground(turn.view)
        self.metal = turn.view.metal
        # Tiles with work for each type of robot. A tile is the target of at most one robot.
        self.jobs = {
            "explorer": self.ground.frontier(),
            "miner": set(self.ground.deposits),
            "terraformer": set(self.ground.weak),
        }

    def play(self) -> None:
        for robot in self.turn.view.robots:
            self.work(robot)
        self.build()

    def work(self, robot: RobotInfo) -> None:
        """One robot's turn: moves towards work, or towards own land to recharge; then acts."""
        ground = self.ground
        at = ground.tile(robot.row, robot.col)
        if at in ground.own:
            if robot.battery < SETS_OUT:
                return
        elif robot.battery < robot.action_cost:
            way = ground.way(at, ground.own)
            if way is not None:
                self.step(robot, at, way[0])
            return

        jobs = self.jobs[robot.type]
        target = at
        if at not in jobs:
            way = ground.way(at, jobs)
            if way is None:
                return
            step, target = way
            if self.step(robot, at, step):
                at = step
        if at in jobs:
            self.act(robot, at)
        jobs.discard(at)
        jobs.discard(target)

    def step(self, robot: RobotInfo, at: int, to: int) -> bool:
        direction = self.ground.directions[to - at]
        if self.turn.call("move", robot=robot.name, direction=direction).kind != "moved":
            return False
        self.ground.free.add(at)
        self.ground.free.discard(to)
        return True

    def act(self, robot: RobotInfo, at: int) -> None:
        # An explorer before it may have shown everything here.
        is_dull = self.ground.hidden.isdisjoint(self.ground.neighbours(at))
        if robot.battery < robot.action_cost or (robot.type == "explorer" and is_dull):
            return
        reply = self.turn.call("act", robot=robot.name)
        if reply.kind == "explored":
            self.ground.hidden -= {self.ground.tile(row, col) for row, col in reply.value.tiles}
        elif reply.kind == "mined":
            self.metal += reply.value.metal
        elif reply.kind == "terraformed" and reply.value.value > 0:
            self.ground.own.add(at)

    def build(self) -> None:
        """Builds robots next to their work, as long as there are metal and work."""
        view, ground = self.turn.view, self.ground
        kinds = [robot.type for robot in view.robots]
        while self.metal >= view.spawn_cost:
            kind = self.next_robot(kinds)
            place = None if kind is None else ground.spawn_place(self.jobs[kind])
            if kind is None or place is None:
                return
            row, col = ground.place(place)
            if not self.turn.call("spawn", type=kind, row=row, col=col):
                return
            self.metal -= view.spawn_cost
            ground.free.discard(place)
            kinds.append(kind)
            # The work beside it is for this robot: the next one is built elsewhere.
            for at in [place, *ground.neighbours(place)]:
                if at in self.jobs[kind]:
                    self.jobs[kind].discard(at)
                    break

    def next_robot(self, kinds: List[RobotType]) -> Optional[RobotType]:
        """Explorers while tiles are hidden, then miners for the deposits in sight, then terraformers for
        the land in sight."""
        view, ground = self.turn.view, self.ground
        rounds_left = view.turns - view.turn
        terraformers = kinds.count("terraformer")
        if rounds_left > PAYS_UNTIL:
            most = 1 + len(ground.hidden) // HIDDEN_PER_EXPLORER
            if self.jobs["explorer"] and kinds.count("explorer") < most:
                return "explorer"
            most = min(len(ground.deposits), terraformers + SPARE_MINERS)
            if self.jobs["miner"] and kinds.count("miner") < most:
                return "miner"
        most = len(ground.land - ground.own) + SPARE_TERRAFORMERS
        if rounds_left > 0 and self.jobs["terraformer"] and terraformers < most:
            return "terraformer"
        return None


def play(turn: agon.Turn[View]) -> None:
    Solid(turn).play()


agon.run(play)
