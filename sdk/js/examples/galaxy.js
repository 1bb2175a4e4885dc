/**
 * Galaxy Commander: remember the map, fly to the nearest system that is not ours, capture it.
 *
 * The view only shows what is one wormhole away, so the bot keeps an atlas of everything it has seen. Each
 * turn it fills its three actions in order:
 *
 * 1. If this system is not ours, put all energy into capturing it and continue until it is ours.
 * 2. Take the energy stored in a system of ours.
 * 3. Follow the cheapest known way to a system that is not ours, or that has not been seen yet.
 */
const agon = require("agon");

class Commander {
  atlas = new Map(); // name -> what was last seen of a system

  turn(turn) {
    const { view } = turn;
    for (const system of view.systems) this.atlas.set(system.name, system);
    const plan = this.plan(view);
    turn.log(`in ${view.current} with ${view.energy} energy: ${JSON.stringify(plan)}`);
    turn.calls(plan);
  }

  plan(view) {
    const plan = [];
    const ours = new Set();
    for (const system of this.atlas.values()) {
      if (system.owner === view.colour) ours.add(system.name);
    }
    let { current: here, energy, capture_actions_left: left } = view;
    let fuel = this.atlas.get(here).energy;
    while (plan.length < 3) {
      energy += 1; // radiation, before anything else happens
      if (!ours.has(here)) {
        if (left === null) {
          const cost = this.atlas.get(here).capture_cost - 1;
          const spend = Math.min(energy, cost);
          plan.push(agon.call("capture", spend));
          energy -= spend;
          left = cost - spend;
        } else {
          plan.push("continue_capture");
          left -= 1;
        }
        if (left <= 0) {
          ours.add(here);
          left = null;
        }
      } else if (fuel > 0) {
        plan.push("refuel");
        energy += fuel;
        fuel = 0;
      } else {
        const hop = this.nextHop(here, ours);
        // Costs may rise by one each action, and a move we cannot pay for is lost.
        if (hop === null || energy < hop.cost + 1) {
          plan.push("no_action");
          continue;
        }
        plan.push(agon.call("move", hop.to));
        energy -= hop.cost + 1;
        here = hop.to;
        if (!this.atlas.has(here)) break; // what is there can only be seen from there
        fuel = this.atlas.get(here).energy;
      }
    }
    return plan;
  }

  /** The first wormhole of the cheapest way to a system that is not ours. */
  nextHop(start, ours) {
    const queue = [{ sum: 0, name: start, first: null }];
    const seen = new Set();
    while (queue.length > 0) {
      queue.sort((a, b) => b.sum - a.sum);
      const { sum, name, first } = queue.pop();
      if (seen.has(name)) continue;
      seen.add(name);
      if (name !== start && !ours.has(name)) return first;
      for (const { to, cost } of this.atlas.get(name)?.wormholes ?? []) {
        if (to !== null) {
          queue.push({ sum: sum + cost + 1, name: to, first: first ?? { to, cost } });
        } else if (first !== null) {
          return first; // where it leads can be seen from there
        }
      }
    }
    return null;
  }
}

agon.run(Commander);
