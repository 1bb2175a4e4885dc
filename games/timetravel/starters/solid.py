"""A solid bot for Time Travel: plays like `builtin:solid`.

It does not fight. It grows for a high net worth:

* Artists paint, after walking to a gallery if none is in reach. They rest while there is enough gold.
* Engineers finish buildings and start new ones: a few galleries, and farms everywhere else. They
  prefer sites where the building also appears in the later periods.
* Galleries train artists while gold is short and schools a few engineers, as many as the farms feed.
  In the last turns farms train pigs, which count in the end.
"""

from functools import lru_cache
from typing import Dict, Iterable, List, Optional, Set, Tuple

try:
    import agon
except ModuleNotFoundError:
    raise SystemExit(
        "This program talks to Agon; start it with: agon play timetravel . builtin:random"
    ) from None

from timetravel_types import BuildingKind, BuildingRecord, UnitKind, UnitRecord, View

Place = Tuple[int, int, int]
"""The coordinates of a tile and its period: x, y, z."""
Field = Dict[Place, int]
"""The distance of every tile to the nearest of some goals; tiles that are cut off are missing."""

RADIUS = 10
PERIODS = 3
ENGINEERS = [4, 1, 1]
"""Engineers in each period: buildings of the far past appear in all three."""
GALLERIES = 4
"""Galleries in each period. They train artists; all other ground is for farms."""
PLENTY = 2000
"""Gold in the purse of a period that needs no more artists."""
SAVINGS = 25000
"""Gold in the purse of a period whose artists may rest: it pays for the pigs."""
HARVEST = 12
"""The last own turns, in which farms train pigs."""
HUNGER = {"Pig": 1, "Engineer": 3, "Artist": 3, "Spearman": 5, "Artillery": 5, "Cavalry": 5}
UNIT_COST = {"Pig": 80, "Engineer": 75, "Artist": 75}
TRAIN_TURNS = {"Pig": 1, "Engineer": 3, "Artist": 3}
TRAINS: Dict[BuildingKind, UnitKind] = {"Gallery": "Artist", "School": "Engineer", "Farm": "Pig"}
"""What buildings train, in the order in which they are asked: artists pay for everything else."""
BUILDING_COST = {"Farm": 300, "Gallery": 400}
FARM_FOOD = 20
AREA = [
    (0, 0), (1, 0), (0, 1), (1, 1), (-1, 0), (-1, 1),
    (2, 0), (2, 1), (0, -1), (1, -1), (0, 2), (1, 2),
]  # fmt: skip
"""From where a building is built, seen from its corner: its four tiles and the eight along their edges."""


def play(turn: agon.Turn[View]) -> None:
    hand = Hand(turn)
    paint(hand)
    build(hand)
    train(hand)


# ------------------------------------------------------------------------------------------ the turn


class Hand:
    """A turn in progress. It writes the effect of small orders into the view itself, which is far
    cheaper than looking again."""

    def __init__(self, turn: agon.Turn[View]) -> None:
        self.turn = turn
        self.ground: Optional[Ground] = None

    @property
    def view(self) -> View:
        return self.turn.view

    def own_units(self, kind: UnitKind) -> List[UnitRecord]:
        view = self.view
        return [u for u in view.units if u.owner == view.you and u.type == kind]

    def own_buildings(self) -> List[BuildingRecord]:
        return [b for b in self.view.buildings if b.owner == self.view.you]

    def unit(self, id: int) -> Optional[UnitRecord]:
        return next((unit for unit in self.view.units if unit.id == id), None)

    def own_turns_left(self) -> int:
        """Remaining own turns, including this one."""
        return (self.view.turn_limit - self.view.turn + 1) // 2

    def gold(self, z: int) -> int:
        return self.view.gold[self.view.you][z]

    def free_ground(self) -> "Ground":
        if self.ground is None:
            self.ground = Ground(self.view)
        return self.ground

    def move(self, unit: UnitRecord, to: Place) -> bool:
        if not self.turn.call("move", unit=unit.id, x=to[0], y=to[1]):
            return False
        unit["x"], unit["y"] = to[0], to[1]
        unit["moves"] -= 1
        return True

    def paint(self, artist: UnitRecord, at: Place) -> None:
        reply = self.turn.call("paint", unit=artist.id, x=at[0], y=at[1])
        if reply:
            purses = self.view.gold[self.view.you]
            for z, gain in enumerate(reply.value.gold):
                purses[z] += gain
            artist["actions"] -= 1

    def train(self, building: BuildingRecord, kind: UnitKind) -> bool:
        reply = self.turn.call("train", building=building.id, type=kind)
        if reply:
            building["training"] = kind
            self.view.gold[self.view.you][building.z] -= reply.value.price
        return bool(reply)

    def build(self, unit: UnitRecord, x: int, y: int, kind: Optional[BuildingKind]) -> bool:
        if not self.turn.call("build", unit=unit.id, x=x, y=y, type=kind):
            return False
        # A finished building appears in later periods and changes much: look again.
        self.turn.look()
        self.ground = None
        return True


def walk(hand: Hand, unit: UnitRecord, field: Field) -> bool:
    """One step towards the goals of a field; whether it was taken."""
    if unit.moves == 0:
        return False
    here = place(unit)
    far = len(field) + 1
    nearer = [to for to in neighbours(here) if field.get(to, far) < field.get(here, far)]
    return bool(nearer) and hand.move(unit, min(nearer, key=lambda to: field[to]))


# ---------------------------------------------------------------------------------------- the artists


def paint(hand: Hand) -> None:
    """Every artist paints, after walking to a gallery if none is in reach. Artists rest while the purse
    of their period holds enough."""
    # Where gold counts in the end, artists never rest.
    can_rest = hand.view.rules.net_worth == "objects"
    galleries = {
        cell: building.level
        for building in hand.view.buildings
        if building.type == "Gallery" and building.complete
        for cell in footprint(building.x, building.y, building.z)
    }
    idle = []
    for artist in hand.own_units("Artist"):
        if artist.actions == 0 or (can_rest and hand.gold(artist.z) >= SAVINGS):
            continue
        at = canvas(artist, galleries)
        if at is not None:
            hand.paint(artist, at)
        else:
            idle.append(artist)
    if not idle:
        return
    field = hand.free_ground().field(galleries)
    for artist in idle:
        while walk(hand, artist, field):
            at = canvas(artist, galleries)
            if at is not None:
                hand.paint(artist, at)
                break


def canvas(artist: UnitRecord, galleries: Dict[Place, int]) -> Optional[Place]:
    """The best gallery in an artist's reach: one whose level is far from the artist's own."""
    here = place(artist)
    best: Optional[Tuple[int, Place]] = None
    for cell in [*neighbours(here), here]:
        if cell in galleries:
            worth = abs(galleries[cell] - artist.level)
            if best is None or worth >= best[0]:
                best = (worth, cell)
    return None if best is None else best[1]


# -------------------------------------------------------------------------------------- the engineers


def build(hand: Hand) -> None:
    """Engineers continue unfinished buildings, and otherwise start the building that is wanted."""
    ids = [unit.id for unit in hand.own_units("Engineer") if unit.actions > 0]
    for id in ids:
        # Bounded, because some rules let a build action cost nothing.
        for _ in range(40):
            engineer = hand.unit(id)
            if engineer is None or engineer.actions == 0:
                break
            unfinished = nearest(hand, engineer)
            if unfinished is not None:
                worked = go_on(hand, engineer, unfinished)
            else:
                worked = start(hand, engineer, wanted_building(hand, engineer.z))
            if not worked:
                break


def wanted_building(hand: Hand, z: int) -> BuildingKind:
    """Farms while food is short, then a few galleries, then farms again."""
    kinds = [building.type for building in hand.own_buildings() if building.z == z]
    is_fed = spare_food(hand, z) >= 9
    return "Gallery" if is_fed and kinds.count("Gallery") < GALLERIES else "Farm"


def nearest(hand: Hand, engineer: UnitRecord) -> Optional[BuildingRecord]:
    """The unfinished building of the period to which an engineer is nearest."""
    z = engineer.z
    unfinished = [b for b in hand.own_buildings() if not b.complete and b.z == z]
    if not unfinished:
        return None
    field = hand.free_ground().field([place(engineer)])
    best: Optional[Tuple[int, BuildingRecord]] = None
    for building in unfinished:
        ways = [field[cell] for cell in footprint(building.x, building.y, z) if cell in field]
        if ways and (best is None or min(ways) < best[0]):
            best = (min(ways), building)
    return None if best is None else best[1]


def go_on(hand: Hand, engineer: UnitRecord, building: BuildingRecord) -> bool:
    """Walks to a building and works on it; whether an order was carried out."""
    spots = area(building.x, building.y, building.z)
    if place(engineer) in spots:
        return hand.build(engineer, building.x, building.y, None)
    return walk(hand, engineer, hand.free_ground().field(spots))


def start(hand: Hand, engineer: UnitRecord, kind: BuildingKind) -> bool:
    """Walks to the best site for a new building and starts it; whether an order was carried out."""
    is_at_level = hand.view.rules.building_price == "at_level"
    price = grown(BUILDING_COST[kind], 1.05, engineer.level if is_at_level else 0)
    if hand.gold(engineer.z) < price:
        return False
    site = best_site(hand.free_ground(), engineer)
    if site is None:
        return False
    x, y = site
    spots = area(x, y, engineer.z)
    if place(engineer) in spots:
        return hand.build(engineer, x, y, kind)
    return walk(hand, engineer, hand.free_ground().field(spots))


def best_site(ground: "Ground", engineer: UnitRecord) -> Optional[Tuple[int, int]]:
    """The nearest free ground, preferring sites from which the building ripples into later periods."""
    z = engineer.z
    field = ground.field([place(engineer)])
    best: Optional[Tuple[int, Tuple[int, int]]] = None
    for y in range(-RADIUS, RADIUS):
        for x in range(-RADIUS, RADIUS):
            if not ground.is_site(x, y, z):
                continue
            ways = [field[cell] for cell in area(x, y, z) if cell in field]
            if not ways:
                continue
            lost = sum(not ground.is_site(x, y, later) for later in range(z + 1, PERIODS))
            cost = min(ways) + 8 * lost
            if best is None or cost < best[0]:
                best = (cost, (x, y))
    return None if best is None else best[1]


# --------------------------------------------------------------------------------------- the training


def train(hand: Hand) -> None:
    """Trains artists first, then engineers, and at harvest time pigs; all of them only where they can
    be fed."""
    left = hand.own_turns_left()
    spare = [spare_food(hand, z) for z in range(PERIODS)]
    engineers = [0] * PERIODS
    for engineer in hand.own_units("Engineer"):
        engineers[engineer.z] += 1
    for building in hand.own_buildings():
        engineers[building.z] += building.training == "Engineer"
    idle = [b for b in hand.own_buildings() if b.complete and b.training is None]
    for building, kind in [(b, kind) for home, kind in TRAINS.items() for b in idle if b.type == home]:
        z = building.z
        if kind == "Artist":
            wanted = hand.gold(z) < PLENTY
        elif kind == "Engineer":
            wanted = engineers[z] < ENGINEERS[z]
        else:
            wanted = left <= HARVEST
        in_time = left > TRAIN_TURNS[kind]
        fed = spare[z] >= HUNGER[kind]
        affordable = hand.gold(z) >= grown(UNIT_COST[kind], 1.05, building.level)
        if wanted and in_time and fed and affordable and hand.train(building, kind):
            spare[z] -= HUNGER[kind]
            engineers[z] += kind == "Engineer"


def spare_food(hand: Hand, z: int) -> int:
    """Spare food in a period once all units in training have appeared."""
    food = 0
    for unit in hand.view.units:
        if unit.owner == hand.view.you and unit.z == z:
            food -= HUNGER[unit.type]
    for building in hand.own_buildings():
        if building.z == z:
            if building.type == "Farm" and building.complete:
                food += grown(FARM_FOOD, 1.15, building.level)
            if building.training is not None:
                food -= HUNGER[building.training]
    return food


def grown(base: int, growth: float, level: int) -> int:
    """A price or a strength at a level."""
    return int(base * growth**level)


# ----------------------------------------------------------------------------------------- the ground


class Ground:
    """The obstacles of the board for own units."""

    def __init__(self, view: View) -> None:
        self.closed: Set[Place] = set()
        """Tiles closed to own units."""
        self.taken: Set[Place] = set()
        """Tiles closed to new buildings."""
        for terrain in view.terrain:
            if terrain.blocks_move:
                self.closed.add((terrain.x, terrain.y, terrain.z))
            if terrain.blocks_build:
                self.taken.add((terrain.x, terrain.y, terrain.z))
        self.taken.update((portal.x, portal.y, portal.z) for portal in view.portals)
        for building in view.buildings:
            cells = footprint(building.x, building.y, building.z)
            self.taken.update(cells)
            if building.owner != view.you:
                self.closed.update(cells)
        enemies = {place(unit) for unit in view.units if unit.owner != view.you}
        self.closed |= enemies
        self.taken |= enemies

    def is_site(self, x: int, y: int, z: int) -> bool:
        """Whether all tiles of a footprint are free to build on."""
        return not any(cell in self.taken for cell in footprint(x, y, z))

    def field(self, goals: Iterable[Place]) -> Field:
        """Distances to the nearest goal on foot."""
        field = {goal: 0 for goal in goals if goal not in self.closed}
        queue = list(field)
        for cell in queue:
            for near in neighbours(cell):
                if near not in field and near not in self.closed:
                    field[near] = field[cell] + 1
                    queue.append(near)
        return field


def place(unit: UnitRecord) -> Place:
    return (unit.x, unit.y, unit.z)


# The same few lists are needed again and again, so they are kept.


@lru_cache(maxsize=None)
def neighbours(cell: Place) -> List[Place]:
    x, y, z = cell
    steps = [(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z)]
    return [to for to in steps if abs(to[0]) <= RADIUS and abs(to[1]) <= RADIUS]


@lru_cache(maxsize=None)
def footprint(x: int, y: int, z: int) -> List[Place]:
    """The tiles of a building with this corner."""
    return [(x, y, z), (x + 1, y, z), (x, y + 1, z), (x + 1, y + 1, z)]


@lru_cache(maxsize=None)
def area(x: int, y: int, z: int) -> List[Place]:
    """The tiles from which a building with this corner is built."""
    cells = [(x + dx, y + dy, z) for dx, dy in AREA]
    return [cell for cell in cells if abs(cell[0]) <= RADIUS and abs(cell[1]) <= RADIUS]


agon.run(play)
