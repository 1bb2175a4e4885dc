"""Time Travel: paint for gold, grow in the far past, and be worth more in the end.

* Artists paint the gallery they stand on or beside; others walk back to one.
* Engineers of the far past build farms and now and then a gallery: what is finished there appears
  in the later periods too, one level better.
* Galleries train artists and the school of the far past engineers until there are enough. Farms
  spend the rest on pigs, which are worth a lot at the end and eat little. No unit is trained that the
  farms of the period cannot feed.

Orders that are not possible are refused and cost nothing, so the bot simply tries.
"""

from collections import Counter

import agon

HUNGER = {"Pig": 1, "Engineer": 3, "Artist": 3, "Spearman": 5, "Artillery": 5, "Cavalry": 5}
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
FAR_PAST = 0


def play(turn):
    view = turn.view
    units = [unit for unit in view.units if unit.owner == view.you]
    mine = [building for building in view.buildings if building.owner == view.you]
    ready = [building for building in mine if building.complete]
    for unit in units:
        if unit.type == "Artist":
            paint(turn, unit, [b for b in ready if b.type == "Gallery" and b.z == unit.z])
        elif unit.type == "Engineer" and unit.z == FAR_PAST:
            build(turn, unit, mine)
    train(turn, units, ready)


def paint(turn, artist, galleries):
    if not galleries:
        return
    gallery = min(galleries, key=lambda g: gap(artist, g.x, g.y))
    if turn.call("paint", unit=artist.id, x=gallery.x, y=gallery.y):
        turn.dot((artist.x, artist.y, artist.z))
    else:
        walk(turn, artist, gallery.x, gallery.y)


def build(turn, engineer, mine):
    begun = [b for b in mine if b.z == FAR_PAST and not b.complete]
    if begun:
        site = min(begun, key=lambda b: gap(engineer, b.x, b.y))
        x, y = site.x, site.y
    elif turn.view.gold[turn.view.you][FAR_PAST] >= 400:
        x, y = free_site(turn.view, engineer)
    else:
        return
    farms, galleries = (sum(b.type == kind for b in mine) for kind in ("Farm", "Gallery"))
    kind = "Gallery" if farms > 4 * galleries else "Farm"
    order = agon.call("build", unit=engineer.id, x=x, y=y, type=kind)
    if not turn.call(order):
        walk(turn, engineer, x, y)
        turn.call(order)


def free_site(view, engineer):
    """The corner of the nearest two by two tiles on which one can build."""
    blocked = set()
    for building in view.buildings:
        if building.z == FAR_PAST:
            blocked |= footprint(building.x, building.y)
    for thing in view.portals + [t for t in view.terrain if t.blocks_build]:
        if thing.z == FAR_PAST:
            blocked.add((thing.x, thing.y))
    corners = [(x, y) for x in range(-10, 10) for y in range(-10, 10)]
    free = [corner for corner in corners if not footprint(*corner) & blocked]
    return min(free, key=lambda corner: gap(engineer, *corner), default=(0, 0))


def footprint(x, y):
    return {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}


def gap(unit, x, y):
    return abs(unit.x - x) + abs(unit.y - y)


def walk(turn, unit, x, y):
    """Walks closer and keeps one move for the work."""
    for _ in range(max(1, unit.moves - 1)):
        steps = sorted(STEPS, key=lambda step: gap(unit, x - step[0], y - step[1]))
        for dx, dy in steps[:3]:
            if turn.call("move", unit=unit.id, x=unit.x + dx, y=unit.y + dy):
                unit["x"], unit["y"] = unit.x + dx, unit.y + dy
                break


def train(turn, units, ready):
    there = Counter((unit.type, unit.z) for unit in units)
    there.update((b.training, b.z) for b in ready if b.training)
    for period in range(3):
        food = sum(int(20 * 1.15**b.level) for b in ready if b.type == "Farm" and b.z == period)
        food -= sum(HUNGER[kind] * number for (kind, z), number in there.items() if z == period)
        for school in (b for b in ready if b.z == period and not b.training):
            kind = {"Gallery": "Artist", "School": "Engineer", "Farm": "Pig"}.get(school.type)
            enough = {"Artist": 4, "Engineer": 3 if period == FAR_PAST else 1, "Pig": 99, None: 0}
            if food >= HUNGER.get(kind, 0) and there[kind, period] < enough[kind]:
                if turn.call("train", building=school.id, type=kind):
                    there[kind, period] += 1
                    food -= HUNGER[kind]


agon.run(play)
