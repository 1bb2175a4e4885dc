"""Asterobots: take the veins that pay back soonest, and keep the robots working.

* Selection: a vein that builds many robots, the second one near the first.
* Upgrades: the robots of the best vein first, whenever the materials are there.
* Conquest: for every vein that is not ours, how many robots would be needed when they arrive, and
  which vein of ours near it can spare them? The cheapest conquests per turn are launched first.

Distances are asked for once, in the first selection, where there are ten seconds to think. A draft
is saved before, so that something sensible happens even if the time runs out.
"""

import agon


class Company:
    def __init__(self):
        self.distances = {}

    def turn(self, turn):
        if turn.view.phase == "select":
            self.select(turn)
        else:
            self.command(turn)

    def select(self, turn):
        view = turn.view
        free = [vein for vein in view.veins if vein.owner == -1]
        best = max(free, key=lambda vein: vein.robot_productivity)
        turn.draft([agon.call("select", best.location)])
        self.learn_distances(turn)
        home = [vein for vein in view.veins if vein.owner == view.me]

        def promise(vein):
            near = sum(40 - self.distance(vein, other) for other in view.veins) / len(view.veins)
            beside = sum(40 - self.distance(vein, own) for own in home)
            return vein.robot_productivity * 4 + vein.robots / 10 + near + beside / 2

        turn.call("select", max(free, key=promise).location)

    def command(self, turn):
        view = turn.view
        mine = [vein for vein in view.veins if vein.owner == view.me]
        self.upgrade(turn, mine)
        self.trade(turn)
        spare = {key(vein): vein.robots - self.threat(view, vein) for vein in mine}
        targets = [vein for vein in view.veins if vein.owner != view.me]
        plans = []
        for target in targets:
            defence = self.defence(view, target)
            plans += [(*self.price(source, target, defence), source, target) for source in mine]
        taken = set()
        for _, robots, source, target in sorted(plans, key=lambda plan: plan[0]):
            if 0 < robots <= spare[key(source)] and key(target) not in taken:
                taken.add(key(target))
                spare[key(source)] -= robots
                turn.line(source.location, target.location)
                turn.call("launch", robots=robots, from_=source.location, to=target.location)

    def defence(self, view, target):
        """The robots a conqueror would meet, with what is on its way to the vein."""
        squads = [squad for squad in view.squads if squad.path[-1] == target.location]
        friends = sum(squad.robots for squad in squads if squad.owner == target.owner)
        ours = sum(squad.robots for squad in squads if squad.owner == view.me)
        return target.robots + friends - ours

    def price(self, source, target, defence):
        """How long until the conquest has paid back, and how many robots it takes."""
        way = self.distance(source, target)
        grown = 0 if target.owner == -1 else target.robot_productivity * (way + 1)
        robots = defence + grown + 1
        return way + robots / target.initial_robot_productivity, robots

    def threat(self, view, vein):
        """Robots that are on their way to a vein of ours to take it, less those it will build."""
        foes = [s for s in view.squads if s.path[-1] == vein.location and s.owner != view.me]
        if not foes:
            return 0
        soonest = min(len(squad.path) for squad in foes)
        return max(0, sum(squad.robots for squad in foes) - vein.robot_productivity * soonest)

    def upgrade(self, turn, mine):
        view = turn.view
        stock = view.players[view.me].materials
        for vein in sorted(mine, key=lambda v: -v.initial_robot_productivity):
            if vein.robot_rank < 3:
                cost = view.setting.upgrade_robot[vein.robot_rank - 1]
                if all(stock[material] >= cost[material] for material in cost):
                    turn.call("upgrade_robot", location=vein.location)
                    for material in cost:
                        stock[material] -= cost[material]

    def trade(self, turn):
        """Sells stone that is no longer needed and buys what the next upgrade lacks."""
        view = turn.view
        me = view.players[view.me]
        if me.materials.stone > 400:
            turn.call("sell_to_alien", material="stone", amount=me.materials.stone - 300)
        for material in ("gas", "metal"):
            lacks = 200 - me.materials[material]
            can_pay = me.money // 2 // max(1, view.buy_prices[material])
            if lacks > 0 and can_pay > 0:
                turn.call("buy_from_alien", material=material, amount=min(lacks, can_pay))

    def learn_distances(self, turn):
        if self.distances:
            return
        places = [vein.location for vein in turn.view.veins]
        pairs = [(a, b) for a in places for b in places if a < b]
        questions = [agon.call("distance", from_=a, to=b) for a, b in pairs]
        for (a, b), reply in zip(pairs, turn.calls(questions)):
            self.distances[tuple(a), tuple(b)] = self.distances[tuple(b), tuple(a)] = reply.value

    def distance(self, one, other):
        return self.distances.get((key(one), key(other)), 0)


def key(vein):
    return tuple(vein.location)


agon.run(Company)
