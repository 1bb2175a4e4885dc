// @ts-check
/**
 * A solid bot for Galaxy Commander: plays like `builtin:solid`.
 *
 * It looks two wormholes far and flies to the system that costs the least to reach and to capture. It keeps
 * no map; it only counts how often it was in each system, to leave a region that is all its own.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play galaxy . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");

/**
 * @typedef {import("./galaxy_types").View} View
 * @typedef {import("./galaxy_types").SeenSystem} SeenSystem
 * @typedef {import("agon").Turn<View>} Turn
 */

const ACTIONS_PER_TURN = 3;
/** A scan of this energy shows the neighbours of the neighbours, too. */
const SCAN_ENERGY = 1;
/** A store of at least this much energy is worth the action that empties it. */
const REFUEL_STORE_MIN = 3;

class Solid {
  constructor() {
    /** How often a turn began in each system. @type {Map<string, number>} */
    this.visits = new Map();
  }

  /** @param {Turn} turn */
  turn(turn) {
    const { view } = turn;
    const systems = new Map(view.systems.map((system) => [system.name, system]));
    const here = /** @type {SeenSystem} */ (systems.get(view.current));
    this.visits.set(here.name, this.timesIn(here) + 1);
    if (view.capture_actions_left !== null) {
      continueCapture(view.capture_actions_left, turn);
      return;
    }

    let actionsLeft = ACTIONS_PER_TURN;
    if (view.scan_energy < SCAN_ENERGY && view.energy > SCAN_ENERGY) {
      turn.call("set_scan", SCAN_ENERGY);
      actionsLeft -= 1;
    }
    if (here.owner !== view.colour) {
      capture(view.energy, here, actionsLeft, turn);
      return;
    }

    // The system is ours: take its energy, fly on, and begin to capture the next one at once.
    let energy = view.energy;
    if (here.energy >= REFUEL_STORE_MIN) {
      turn.call("refuel");
      energy += here.energy;
      actionsLeft -= 1;
    }
    const way = this.nextSystem(view, systems, here);
    if (way !== null && actionsLeft > 0 && way.cost <= energy) {
      turn.line(here.name, way.to.name);
      turn.call("move", way.to.name);
      actionsLeft -= 1;
      if (actionsLeft > 0 && way.to.owner !== view.colour) {
        capture(energy - way.cost, way.to, actionsLeft, turn);
      }
    }
  }

  /**
   * The neighbour to fly to, and the cost of the wormhole: towards the cheapest system within two wormholes
   * that is not ours; without one, the neighbour that was visited least.
   * @param {View} view
   * @param {Map<string, SeenSystem>} systems
   * @param {SeenSystem} here
   */
  nextSystem(view, systems, here) {
    /** @type {(of: SeenSystem) => { to: SeenSystem, cost: number }[]} */
    const ends = (of) =>
      of.wormholes.flatMap(({ to, cost }) => {
        const system = systems.get(to ?? "");
        return system ? [{ to: system, cost }] : [];
      });
    /** @type {(system: SeenSystem) => boolean} */
    const isForeign = (system) => system.owner !== view.colour;
    let best = null;
    let least = Number.POSITIVE_INFINITY;
    for (const way of ends(here)) {
      // Every wormhole also costs one action.
      const near = isForeign(way.to) ? [way.cost + 1 + way.to.capture_cost] : [];
      const far = ends(way.to)
        .filter((second) => isForeign(second.to))
        .map((second) => way.cost + second.cost + 2 + second.to.capture_cost);
      const total = Math.min(...near, ...far);
      if (total < least) {
        least = total;
        best = way;
      }
    }
    if (best !== null) return best;
    const ways = ends(here);
    ways.sort((a, b) => this.timesIn(a.to) - this.timesIn(b.to) || a.cost - b.cost);
    return ways.length > 0 ? ways[0] : null;
  }

  /** @param {SeenSystem} system */
  timesIn(system) {
    return this.visits.get(system.name) ?? 0;
  }
}

/**
 * Captures a system: as much with energy as possible, the rest with the actions of this turn.
 * @param {number} energy
 * @param {SeenSystem} system
 * @param {number} actions
 * @param {Turn} turn
 */
function capture(energy, system, actions, turn) {
  const paid = Math.max(Math.min(energy, system.capture_cost - 1), 0);
  turn.call("capture", paid);
  const left = system.capture_cost - 1 - paid;
  continueCapture(Math.min(left, actions - 1), turn);
}

/**
 * @param {number} actions
 * @param {Turn} turn
 */
function continueCapture(actions, turn) {
  for (let i = 0; i < Math.min(actions, ACTIONS_PER_TURN); i++) turn.call("continue_capture");
}

agon.run(Solid);
