// @ts-check
/**
 * A solid bot for Asterobots: plays like `builtin:solid`.
 *
 * Every vein attacks the foreign vein that pays for itself soonest, as soon as it has enough robots for it. It
 * counts the robots that the target builds until the squad arrives, but no other squads, and leaves only a
 * few robots at home.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play asterobots . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");
const { distance } = require("./asterobots_helpers");

/**
 * @typedef {import("./asterobots_types").View} View
 * @typedef {import("./asterobots_types").VeinView} Vein
 * @typedef {import("agon").Turn<View>} Turn
 */

const ALIENS = -1;
const MATERIALS = /** @type {const} */ (["gas", "stone", "metal"]);
/** Robots that stay in a vein. */
const STAY_HOME = 10;
/** Robots sent to a player's vein beyond those that it will have. */
const SPARE = 10;
/** When veins are selected: how many robots another vein next to one is worth, depending on its owner. */
const FREE_NEIGHBOUR = 20;
const OWN_NEIGHBOUR = 150;
const RIVAL_NEIGHBOUR = 300;
/** A stock above this is sold. */
const SELL_ABOVE = 700;

/** @type {import("agon").Bot<View>} */
const play = (turn) => {
  if (turn.view.phase === "select") {
    select(turn);
  } else {
    attack(turn);
    sell(turn);
    upgrade(turn);
  }
};

/**
 * Selects a vein with many robots, far from rivals, with free veins around it; the second one near the first.
 * @param {Turn} turn
 */
function select(turn) {
  const { view } = turn;
  let best = null;
  let most = 0;
  for (const vein of view.veins.filter(({ owner }) => owner === ALIENS)) {
    const worth = worthOf(view, vein);
    if (best === null || worth >= most) {
      best = vein;
      most = worth;
    }
  }
  if (best !== null) turn.call("select", best.location);
}

/** @type {(view: View, vein: Vein) => number} */
function worthOf(view, vein) {
  let worth = vein.robots + 12 * vein.robot_productivity;
  for (const other of view.veins) {
    if (other === vein) continue;
    const nearness = 1 / distance(vein.location, other.location);
    if (other.owner === ALIENS) worth += FREE_NEIGHBOUR * nearness;
    else if (other.owner === view.me) worth += OWN_NEIGHBOUR * nearness;
    else worth -= RIVAL_NEIGHBOUR * nearness;
  }
  return worth;
}

/** The robots it takes to conquer a vein from another one. @type {(from: Vein, to: Vein) => number} */
function price(from, to) {
  if (to.owner === ALIENS) return to.robots + 1;
  return to.robots + distance(from.location, to.location) * to.robot_productivity + SPARE;
}

/**
 * Each vein attacks the vein that pays for itself soonest. A vein that another squad of ours is flying to is
 * left to that squad.
 * @param {Turn} turn
 */
function attack(turn) {
  const { view } = turn;
  const squads = view.squads.filter(({ owner }) => owner === view.me);
  const taken = new Set(squads.map(({ path }) => String(path[path.length - 1])));
  for (const from of view.veins.filter(({ owner }) => owner === view.me)) {
    let best = null;
    let least = 0;
    for (const to of view.veins) {
      if (to.owner === view.me || taken.has(String(to.location))) continue;
      // Turns until a conquest has paid for itself: the way, and the time to build its price.
      const turns = distance(from.location, to.location);
      const delay = turns + Math.floor(price(from, to) / Math.max(to.initial_robot_productivity, 1));
      if (best === null || delay < least) {
        best = to;
        least = delay;
      }
    }
    if (best === null) continue;
    const robots = price(from, best);
    if (from.robots - robots >= STAY_HOME) {
      turn.call("launch", { robots, from: from.location, to: best.location });
      turn.line(from.location, best.location);
      taken.add(String(best.location));
    }
  }
}

/** Sells what upgrades do not need. @param {Turn} turn */
function sell(turn) {
  const stock = turn.view.players[turn.view.me].materials;
  for (const material of MATERIALS) {
    const amount = stock[material] - SELL_ABOVE;
    if (amount > 0) turn.call("sell_to_alien", { material, amount });
  }
}

/**
 * Raises the robot rank of the vein with the lowest rank; buys what is missing from the aliens.
 * @param {Turn} turn
 */
function upgrade(turn) {
  const { view } = turn;
  const me = view.players[view.me];
  const [vein] = view.veins
    .filter(({ owner }) => owner === view.me)
    .sort((a, b) => a.robot_rank - b.robot_rank || b.robot_productivity - a.robot_productivity);
  if (vein === undefined || vein.robot_rank > view.setting.upgrade_robot.length) return;
  const cost = view.setting.upgrade_robot[vein.robot_rank - 1];
  const missing = MATERIALS.map((m) => ({ material: m, amount: Math.max(cost[m] - me.materials[m], 0) }));
  const total = missing.reduce((sum, { material, amount }) => sum + amount * view.buy_prices[material], 0);
  if (total > me.money) return;
  for (const order of missing) {
    if (order.amount > 0) turn.call("buy_from_alien", order);
  }
  turn.call("upgrade_robot", { location: vein.location });
}

agon.run(play);
