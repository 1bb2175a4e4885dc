// Helpers for bots of Galaxy Commander: systems by name, distances, neighbours, ways.

const agon = require("agon");

/** The systems within the scan by name: `{ at: name, system }`. */
function places(view) {
  return view.systems.map((system) => ({ at: system.name, system }));
}

/**
 * The systems at the ends of a system's wormholes with their costs, as `agon.path` needs them.
 * @returns {[string, number][]}
 */
function neighbours(view, name) {
  const system = view.systems.find((one) => one.name === name);
  const holes = system ? system.wormholes : [];
  return holes.filter(({ to }) => to !== null).map(({ to, cost }) => [to, cost]);
}

/** The cheapest way through the wormholes in sight, both ends included; `null` if there is none. */
function way(view, start, goal) {
  return agon.path(start, (name) => name === goal, (name) => neighbours(view, name));
}

/** What the cheapest way costs; `null` if there is no way in sight. */
function distance(view, start, goal) {
  const found = way(view, start, goal);
  if (found === null) return null;
  const cost = (here, there) =>
    Math.min(...neighbours(view, here).filter(([to]) => to === there).map(([, price]) => price));
  return found.slice(1).reduce((sum, there, i) => sum + cost(found[i], there), 0);
}

module.exports = { distance, neighbours, places, way };
