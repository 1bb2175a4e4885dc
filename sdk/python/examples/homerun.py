"""Home Run: pitchers on bases and stadiums, batters against enemies that come near.

Every unit is an instance of its own and knows only what it sees:

* The headquarters recruits pitchers, and a batter for every four of them.
* A pitcher walks straight on in a direction of its own until it sees a free base or stadium, goes
  there and stays.
* A batter walks towards enemies in sight and bats them away.
"""

import random

import agon

DIRECTIONS = {
    "NORTH": (0, 1), "NORTHWEST": (-1, 1), "WEST": (-1, 0), "SOUTHWEST": (-1, -1),
    "SOUTH": (0, -1), "SOUTHEAST": (1, -1), "EAST": (1, 0), "NORTHEAST": (1, 1),
}  # fmt: skip
# The places that `view.tiles` speaks of, nearest first, as the manual orders them.
AROUND = sorted(
    ((x, y) for x in range(-8, 9) for y in range(-8, 9) if x * x + y * y <= 64),
    key=lambda place: (place[0] ** 2 + place[1] ** 2, place),
)


class Unit:
    def __init__(self):
        self.heading = random.choice(list(DIRECTIONS))
        self.recruits = 0

    def turn(self, turn):
        play = {"HQ": self.hq, "PITCHER": self.pitcher, "BATTER": self.batter}
        play[turn.view.me.type](turn, Sight(turn.view))

    def hq(self, turn, sight):
        kind, cost = ("BATTER", 75) if self.recruits % 5 == 4 else ("PITCHER", 50)
        for name in random.sample(list(DIRECTIONS), 8):
            if turn.view.reputation < cost:
                return
            if sight.is_free(sight.beside(name)) and turn.call("recruit", [kind, name]):
                self.recruits += 1
                return

    def pitcher(self, turn, sight):
        if sight.tile(sight.here) in "bs":
            return  # this is the place to be
        goal = next((at for at in sight.all("bs") if sight.is_free(at)), None)
        if goal is not None:
            turn.line(sight.here, goal)
        self.walk(turn, sight, goal)

    def batter(self, turn, sight):
        foes = [u for u in turn.view.units if u.team != turn.view.me.team and u.type != "HQ"]
        if foes and turn.view.me.act_cd < 1:
            for name in DIRECTIONS:
                if sight.beside(name) == tuple(foes[0].at):
                    turn.call("bat", [name, 3])
                    return
        self.walk(turn, sight, tuple(foes[0].at) if foes else None)

    def walk(self, turn, sight, goal):
        """A step towards the goal, or straight on; somewhere else where that is not possible."""
        if turn.view.me.move_cd >= 1:
            return
        if goal is not None:
            names = sorted(DIRECTIONS, key=lambda name: gap(sight.beside(name), goal))[:3]
        else:
            names = [self.heading]
        for name in names:
            if sight.is_free(sight.beside(name)):
                turn.call("move", name)
                return
        self.heading = random.choice(list(DIRECTIONS))


class Sight:
    """What a unit sees, by place."""

    def __init__(self, view):
        self.here = x, y = tuple(view.me.at)
        self.tiles = {(x + dx, y + dy): tile for (dx, dy), tile in zip(AROUND, view.tiles)}
        self.occupied = {tuple(unit.at) for unit in view.units} | {tuple(at) for at in view.balls}

    def tile(self, at):
        return self.tiles.get(at, "#")

    def all(self, kinds):
        return [at for at, tile in self.tiles.items() if tile in kinds]

    def beside(self, name):
        dx, dy = DIRECTIONS[name]
        return self.here[0] + dx, self.here[1] + dy

    def is_free(self, at):
        return self.tile(at) in ".bs" and at not in self.occupied


def gap(a, b):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


agon.run(Unit)
