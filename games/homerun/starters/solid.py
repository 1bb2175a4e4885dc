"""A solid bot for Home Run: plays like `builtin:solid`.

Every unit is an instance of this class. Together they are a team, because they share what they find
in the team's array: bases and stadiums, who holds them, enemies on them, the headquarters.

* The headquarters recruits the type that the team lacks most.
* Pitchers hold bases and stadiums, or go to one without a holder, or search for one.
* Batters hunt enemies; they bat what brings the most.
* Catchers stay by the headquarters.
"""

import random
from typing import Dict, List, Optional, Sequence, Tuple

try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play homerun . builtin:random"
    ) from None

from homerun_helpers import AROUND, STEPS, Place, distance_squared, neighbour, places
from homerun_types import UnitInfo, View

Turn = agon.Turn[View]

DIRECTIONS = list(STEPS)
COST = {"HQ": 0, "PITCHER": 50, "BATTER": 75, "CATCHER": 35}
TYPES = ["HQ", "PITCHER", "BATTER", "CATCHER"]
STRENGTHS = [1, 2, 3]
INVEST_UNTIL = 150
"""The round from which points are worth more than reputation."""
WANDER_ROUNDS = 40
"""Rounds after which a wandering unit chooses another place."""
MEMORY = 24
"""How many of the last tiles a walker remembers."""

# Where things are in the team's array. A 0 means "nothing written yet" everywhere.
SITE_COUNT = 0
HQ = [2, 5]  # own and enemy: known, x, y
UNIT_COUNTS = 10  # units of each type
SITES = 100
SITE_LENGTH = 6  # x, y, 1 for a base or 2 for a stadium, round of the claim, holder, round of the enemy
SITES_MAX = 60
STALE_AFTER = 12
"""Rounds after which a claim or a sighting is ignored."""
CLAIM_EVERY = 5
"""Rounds between two claims of the same unit."""
COUNT_EVERY = 8
"""Rounds between two counts of all units."""


class Site:
    """A base or a stadium as the team knows it."""

    def __init__(self, index: int, numbers: List[int], now: int) -> None:
        x, y, kind, claimed, holder, seen = numbers
        self.index = index
        self.at = (x, y)
        self.is_base = kind == 1
        self.holder = holder if holder != 0 and now - claimed <= STALE_AFTER else None
        """The unit that holds it or goes there, by a recent claim."""
        self.has_enemy = seen != 0 and now - seen <= STALE_AFTER
        """Whether an enemy was seen on it recently."""


class Sight:
    """What a unit sees, by place."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me = view.me
        self.here = place(view.me.at)
        self.tiles = dict(places(view))
        self.units = {place(unit.at): unit for unit in [*view.units, view.me]}
        self.balls = {place(at) for at in view.balls}

    def is_land(self, at: Place) -> bool:
        return self.tiles.get(at, "#") in ".bs"

    def is_site(self, at: Place) -> bool:
        return self.tiles.get(at, "#") in "bs"

    def is_accessible(self, at: Place) -> bool:
        return self.is_land(at) and at not in self.units and at not in self.balls

    def is_ours(self, unit: UnitInfo) -> bool:
        return unit.team == self.me.team


class Solid:
    def __init__(self) -> None:
        self.sites: List[Site] = []
        self.trail: List[Place] = []
        self.wander_goal: Optional[Tuple[Place, int]] = None
        """Where it wanders to, and until when."""
        self.heads = [0] * len(TYPES)
        """The headquarters' count of its units by type."""

    def turn(self, turn: Turn) -> None:
        sight = Sight(turn.view)
        kind = sight.me.type
        if kind == "HQ":
            self.count_heads(turn)
        else:
            be_counted(turn)
        hqs = share_hqs(turn)
        self.sites = share_sites(turn, sight)
        if kind == "HQ":
            self.manage(turn, sight)
        elif kind == "PITCHER":
            self.pitch(turn, sight)
        elif kind == "BATTER":
            self.hunt(turn, sight)
        else:
            self.guard(turn, sight, hqs)

    # -------------------------------------------------------------------------- the headquarters

    def count_heads(self, turn: Turn) -> None:
        """In the round after a count the headquarters reads how many of each type there are, and
        clears the count for the next."""
        if turn.view.round % COUNT_EVERY == 1:
            self.heads = read(turn, UNIT_COUNTS, len(TYPES))
            write(turn, {UNIT_COUNTS + i: 0 for i in range(len(TYPES))})

    def manage(self, turn: Turn, sight: Sight) -> None:
        """Recruits the type that the team lacks most, as long as the reputation suffices."""
        feed_batters(turn, sight)
        while True:
            _, pitchers, batters, catchers = self.heads
            if pitchers < 2:
                kind = "PITCHER"
            elif catchers < 1 and pitchers >= 4:
                kind = "CATCHER"
            elif batters * 2 < pitchers - 1 or pitchers > len(self.sites) + 1:
                kind = "BATTER"
            else:
                kind = "PITCHER"
            # Saving for the unit that is needed is better than buying another one.
            if not self.recruit(turn, sight, kind):
                return
            self.heads[TYPES.index(kind)] += 1

    def recruit(self, turn: Turn, sight: Sight, kind: str) -> bool:
        directions = random.sample(DIRECTIONS, len(DIRECTIONS))
        # New units begin on the side of the nearest site without a holder.
        goals = [site.at for site in self.sites if site.holder is None]
        if goals:
            goal = min(goals, key=lambda at: distance_squared(sight.here, at))
            directions.sort(key=lambda d: distance_squared(neighbour(sight.here, d), goal))
        for direction in directions:
            if turn.call("can_recruit", [kind, direction]).value:
                turn.call("recruit", [kind, direction])
                return True
        return False

    # --------------------------------------------------------------------------------- the others

    def pitch(self, turn: Turn, sight: Sight) -> None:
        """Holds a base or a stadium, or goes to one without a holder, or searches for one."""
        for site in self.sites:
            if site.at == sight.here:
                claim(turn, site)
                return
        free = [
            site
            for site in self.sites
            if site.holder in (None, sight.me.id)
            and site.at not in sight.units
            and not site.has_enemy
        ]
        if not free:
            self.wander(turn, sight)
            return

        def length(site: Site) -> int:
            # Bases give points; stadiums pay for more units, which is better early in the game.
            is_preferred = site.is_base == (turn.view.round >= INVEST_UNTIL)
            return distance_squared(sight.here, site.at) * (1 if is_preferred else 3)

        nearest = min(free, key=length)
        claim(turn, nearest)
        self.walk(turn, sight, nearest.at)

    def hunt(self, turn: Turn, sight: Sight) -> None:
        """Bats if that gains something, goes to a target, and bats again."""
        has_batted = bat_best(turn, sight)
        prey = next((u for u in turn.view.units if is_prey(sight, u)), None)
        trouble = [site.at for site in self.sites if site.has_enemy]
        if prey is not None:
            has_moved = self.walk(turn, sight, best_spot(sight, place(prey.at)))
        elif trouble and min_place(sight, trouble) != sight.here:
            has_moved = self.walk(turn, sight, min_place(sight, trouble))
        else:
            self.wander(turn, sight)
            return
        if has_moved and not has_batted:
            bat_best(turn, Sight(turn.look()))

    def guard(self, turn: Turn, sight: Sight, hqs: List[Optional[Place]]) -> None:
        """Stands next to the headquarters, towards the enemy's if that is known."""
        home, enemy = hqs
        if home is None:
            return
        post = home if enemy is None else neighbour(home, direction_to(home, enemy))
        if distance_squared(sight.here, post) > 2:
            self.walk(turn, sight, post)

    def wander(self, turn: Turn, sight: Sight) -> None:
        """Goes to a random far place, and to another one when that is reached or took too long."""
        if sight.me.move_cd >= 1:
            return
        if self.wander_goal is not None:
            goal, until = self.wander_goal
            is_off = goal in sight.tiles and not sight.is_land(goal)
            is_near = distance_squared(sight.here, goal) <= 8
            if turn.view.round >= until or is_near or is_off:
                self.wander_goal = None
        if self.wander_goal is None:
            x, y = sight.here
            goal = (x + random.randint(-25, 25), y + random.randint(-25, 25))
            self.wander_goal = (goal, turn.view.round + WANDER_ROUNDS)
        if not self.walk(turn, sight, self.wander_goal[0]):
            self.wander_goal = None

    # -------------------------------------------------------------------------------------- walking

    def walk(self, turn: Turn, sight: Sight, goal: Place) -> bool:
        if sight.me.move_cd >= 1:
            return False
        direction = self.step_towards(sight, goal)
        # Asking first is cheaper: a refused order costs a penalty.
        if direction is None or not turn.call("can_move", direction).value:
            return False
        turn.call("move", direction)
        return True

    def step_towards(self, sight: Sight, goal: Place) -> Optional[str]:
        """The direction of the next step: towards the tile in sight that brings the unit nearest to
        its goal, counting the way there around obstacles. Tiles visited recently count as farther
        away, so that a unit leaves a dead end."""
        here = sight.here
        if here == goal:
            return None
        if not self.trail or self.trail[-1] != here:
            self.trail = [*self.trail, here][-MEMORY:]

        def cost(at: Place, steps: int) -> int:
            dx, dy = abs(at[0] - goal[0]), abs(at[1] - goal[1])
            straight = 10 * max(dx, dy) + 4 * min(dx, dy)
            return steps * 10 + straight * 11 // 10 + self.trail.count(at) * 25

        ways = ways_around(sight)
        best, direction = cost(here, 0), None
        for dx, dy in AROUND:
            at = (here[0] + dx, here[1] + dy)
            if at in ways and at != here:
                steps, first = ways[at]
                if cost(at, steps) < best:
                    best, direction = cost(at, steps), first
        return direction


def ways_around(sight: Sight) -> Dict[Place, Tuple[int, str]]:
    """For each tile in sight that can be reached how many steps away it is, and how the way begins."""
    ways = {sight.here: (0, "")}
    queue = [sight.here]
    for at in queue:
        steps, first = ways[at]
        for direction in DIRECTIONS:
            to = neighbour(at, direction)
            if to not in ways and sight.is_accessible(to):
                ways[to] = (steps + 1, first or direction)
                queue.append(to)
    return ways


# -------------------------------------------------------------------------------- the team's array


def read(turn: Turn, start: int, count: int) -> List[int]:
    return [reply.value for reply in turn.calls({"read": start + i} for i in range(count))]


def write(turn: Turn, numbers: Dict[int, int]) -> None:
    turn.calls({"write": [index, number]} for index, number in numbers.items())


def be_counted(turn: Turn) -> None:
    """In every eighth round each unit counts itself."""
    if turn.view.round % COUNT_EVERY == 0:
        index = UNIT_COUNTS + TYPES.index(turn.view.me.type)
        write(turn, {index: read(turn, index, 1)[0] + 1})


def share_hqs(turn: Turn) -> List[Optional[Place]]:
    """Stores the places of headquarters in sight, and returns those of the own and of the enemy's."""
    view = turn.view
    numbers = read(turn, HQ[0], 6)
    known: List[Optional[Place]] = [None, None]
    for i in (0, 1):
        is_known, x, y = numbers[3 * i : 3 * i + 3]
        if is_known:
            known[i] = (x, y)
    for unit in [view.me, *view.units]:
        i = int(unit.team != view.me.team)
        if unit.type == "HQ" and known[i] != place(unit.at):
            x, y = place(unit.at)
            known[i] = (x, y)
            write(turn, {HQ[i]: 1, HQ[i] + 1: x, HQ[i] + 2: y})
    return known


def share_sites(turn: Turn, sight: Sight) -> List[Site]:
    """Reads what the team knows about bases and stadiums, and adds what this unit sees."""
    now = turn.view.round + 1
    count = read(turn, SITE_COUNT, 1)[0]
    numbers = read(turn, SITES, count * SITE_LENGTH) if count else []
    rows = [numbers[i * SITE_LENGTH : (i + 1) * SITE_LENGTH] for i in range(count)]
    sites = [Site(index, row, now) for index, row in enumerate(rows)]
    by_place = {site.at: site for site in sites}
    for at, tile in sight.tiles.items():
        if tile not in "bs":
            continue
        if at not in by_place:
            if len(sites) >= SITES_MAX:
                continue
            row = [at[0], at[1], 1 if tile == "b" else 2, 0, 0, 0]
            start = SITES + len(sites) * SITE_LENGTH
            by_place[at] = Site(len(sites), row, now)
            sites.append(by_place[at])
            new = {start: row[0], start + 1: row[1], start + 2: row[2], SITE_COUNT: len(sites)}
            write(turn, new)
        site = by_place[at]
        has_enemy = at in sight.units and not sight.is_ours(sight.units[at])
        if site.has_enemy != has_enemy:
            site.has_enemy = has_enemy
            write(turn, {SITES + site.index * SITE_LENGTH + 5: now if has_enemy else 0})
    return sites


def claim(turn: Turn, site: Site) -> None:
    """Claims a site that this unit holds or goes to; the claim is renewed regularly."""
    view = turn.view
    if site.holder != view.me.id or view.round % CLAIM_EVERY == 0:
        start = SITES + site.index * SITE_LENGTH
        write(turn, {start + 3: view.round + 1, start + 4: view.me.id})


# ----------------------------------------------------------------------------------------- batting


def bat_best(turn: Turn, sight: Sight) -> bool:
    """Carries out the bat that gains most, if any gains at all."""
    if sight.me.act_cd >= 1:
        return False
    best, bat = 0, None
    for direction in DIRECTIONS:
        at = neighbour(sight.here, direction)
        if at in sight.balls:
            strength, gain = best_bat_of_ball(sight, at, direction)
        elif at in sight.units:
            strength, gain = best_bat_of_unit(sight, at, direction)
        else:
            continue
        if gain > best:
            best, bat = gain, [direction, strength]
    if bat is not None:
        turn.call("bat", bat)
    return bat is not None


def best_bat_of_unit(sight: Sight, at: Place, direction: str) -> Tuple[int, int]:
    """The strength that gains most when the unit there is batted, and what it gains."""
    unit = sight.units.get(at)
    if unit is None or unit.type == "HQ":
        return 1, 0
    gains = {strength: gain_of_unit(sight, unit, direction, strength) for strength in STRENGTHS}
    return max(gains.items(), key=lambda item: (item[1], item[0]))


def gain_of_unit(sight: Sight, unit: UnitInfo, direction: str, strength: int) -> int:
    own = worth(sight, unit)
    start = at = place(unit.at)
    for _ in range(strength):
        to = neighbour(at, direction)
        if to not in sight.tiles:
            break  # out of sight: the flight is judged up to here
        if not sight.is_land(to) or to in sight.balls:
            return own
        other = sight.units.get(to)
        if other is None:
            at = to
        elif other.type == "HQ":
            return own
        elif other.type == "CATCHER":
            break
        else:
            return own + worth(sight, other)
    if sight.is_ours(unit) or sight.is_site(at) or at == start:
        return -1
    # No unit dies, but an enemy that stood on a base or a stadium earns nothing for a while.
    return 11 if sight.is_site(start) else 1


def best_bat_of_ball(sight: Sight, at: Place, direction: str) -> Tuple[int, int]:
    """The strength that gains most when the ball there is batted, and what it gains."""
    gains = {strength: gain_of_ball(sight, at, direction, strength) for strength in STRENGTHS}
    return max(gains.items(), key=lambda item: (item[1], item[0]))


def gain_of_ball(sight: Sight, at: Place, direction: str, strength: int) -> int:
    gain = 0
    for _ in range(strength):
        at = neighbour(at, direction)
        if not sight.is_land(at) or at in sight.balls:
            break
        unit = sight.units.get(at)
        if unit is None:
            continue
        if unit.type == "HQ":
            return gain + (-1000 if sight.is_ours(unit) else 1000)
        if unit.type == "CATCHER":
            break
        gain += worth(sight, unit)
    return gain


def worth(sight: Sight, unit: UnitInfo) -> int:
    """The value of killing a unit; losing an own one costs twice its price."""
    return -2 * COST[unit.type] if sight.is_ours(unit) else COST[unit.type]


def best_spot(sight: Sight, prey: Place) -> Place:
    """The free tile next to a unit from which a bat does the most."""
    best, spot = None, prey
    for i, direction in enumerate(DIRECTIONS):
        at = neighbour(prey, direction)
        if at != sight.here and not sight.is_accessible(at):
            continue
        opposite = DIRECTIONS[(i + 4) % 8]
        gain = best_bat_of_unit(sight, prey, opposite)[1]
        rank = (gain, -distance_squared(sight.here, at))
        if best is None or rank >= best:
            best, spot = rank, at
    return spot


def feed_batters(turn: Turn, sight: Sight) -> None:
    """Builds a ball where a batter next to the headquarters can bat it at a unit; the batter's turn
    is still to come."""
    for batter in turn.view.units:
        if not sight.is_ours(batter) or batter.type != "BATTER" or batter.act_cd >= 2:
            continue
        for direction in DIRECTIONS:
            at = neighbour(batter.at, direction)
            is_near = distance_squared(sight.here, at) <= 2
            gain = best_bat_of_ball(sight, at, direction)[1]
            if is_near and sight.is_accessible(at) and gain > 0:
                build = direction_to(sight.here, at)
                if turn.call("can_construct_ball", build).value:
                    turn.call("construct_ball", build)
                return


def is_prey(sight: Sight, unit: UnitInfo) -> bool:
    return not sight.is_ours(unit) and unit.type != "HQ"


def min_place(sight: Sight, all: List[Place]) -> Place:
    return min(all, key=lambda at: distance_squared(sight.here, at))


def place(at: Sequence[int]) -> Place:
    return (at[0], at[1])


def direction_to(a: Place, b: Place) -> str:
    """The direction by the signs of the differences."""
    signs = tuple((t > f) - (t < f) for f, t in zip(a, b))
    return next((name for name, step in STEPS.items() if step == signs), "ZERO")


agon.run(Solid)
