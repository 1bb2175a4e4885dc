"""Galaxy Commander: remember the map, fly to the nearest system that is not ours, capture it.

The view only shows what is one wormhole away, so the bot keeps an atlas of everything it has
seen. Each turn it fills its three actions in order:

1. If this system is not ours, put all energy into capturing it and continue until it is ours.
2. Take the energy stored in a system of ours.
3. Follow the cheapest known way to a system that is not ours, or that has not been seen yet.
"""

import heapq

import agon


class Commander:
    def __init__(self):
        self.atlas = {}  # name -> what was last seen of a system

    def turn(self, turn):
        view = turn.view
        for system in view.systems:
            self.atlas[system.name] = system
        plan = self.plan(view)
        turn.log(f"in {view.current} with {view.energy} energy: {plan}")
        turn.calls(plan)

    def plan(self, view):
        plan, here, energy = [], view.current, view.energy
        left = view.capture_actions_left
        ours = {name for name, s in self.atlas.items() if s.owner == view.colour}
        fuel = self.atlas[here].energy
        while len(plan) < 3:
            energy += 1  # radiation, before anything else happens
            if here not in ours:
                cost = self.atlas[here].capture_cost
                if left is None:
                    spend = min(energy, cost - 1)
                    plan.append(agon.call("capture", spend))
                    energy, left = energy - spend, cost - 1 - spend
                else:
                    plan.append("continue_capture")
                    left -= 1
                if left <= 0:
                    ours.add(here)
                    left = None
            elif fuel > 0:
                plan.append("refuel")
                energy, fuel = energy + fuel, 0
            else:
                there, cost = self.next_hop(here, ours)
                # Costs may rise by one each action, and a move we cannot pay for is lost.
                if there is None or energy < cost + 1:
                    plan.append("no_action")
                    continue
                plan.append(agon.call("move", there))
                energy, here = energy - cost - 1, there
                fuel = self.atlas[here].energy if here in self.atlas else 0
                if here not in self.atlas:
                    break  # what is there can only be seen from there
        return plan

    def next_hop(self, start, ours):
        """The first wormhole of the cheapest way to a system that is not ours, and its cost."""
        queue, seen = [(0, start, None, 0)], set()
        while queue:
            so_far, name, first, price = heapq.heappop(queue)
            if name in seen:
                continue
            seen.add(name)
            if name != start and name not in ours:
                return first, price
            for wormhole in self.atlas[name].wormholes if name in self.atlas else ():
                # A hidden end says nothing of where the wormhole leads: go and look from there.
                if wormhole.to is None:
                    if first is not None:
                        return first, price
                    continue
                step = (first, price) if first else (wormhole.to, wormhole.cost)
                heapq.heappush(queue, (so_far + wormhole.cost + 1, wormhole.to, *step))
        return None, 0


agon.run(Commander)
