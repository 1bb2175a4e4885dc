// Helpers for bots of Time Travel: tiles that units can enter, distances, neighbours, ways.

const agon = require("agon");

/** The greatest x and y; the least are -10. */
const EDGE = 10;

/** The tiles with terrain that blocks steps, with enemies, and if the rules say so with portals. */
function closedTiles(view) {
  const closed = new Set();
  const close = (x, y, z) => closed.add(`${x},${y},${z}`);
  for (const one of view.terrain) if (one.blocks_move) close(one.x, one.y, one.z);
  for (const unit of view.units) if (unit.owner !== view.you) close(unit.x, unit.y, unit.z);
  for (const { owner, x, y, z } of view.buildings) {
    if (owner === view.you) continue;
    for (const dx of [0, 1]) for (const dy of [0, 1]) close(x + dx, y + dy, z);
  }
  if (!view.rules.units_on_portals) for (const { x, y, z } of view.portals) close(x, y, z);
  return closed;
}

/** @returns {[number[], number][]} */
function beside(closed, at) {
  const [x, y, z] = at;
  return [[x + 1, y, z], [x - 1, y, z], [x, y + 1, z], [x, y - 1, z]]
    .filter((to) => Math.abs(to[0]) <= EDGE && Math.abs(to[1]) <= EDGE && !closed.has(to.join()))
    .map((to) => [to, 1]);
}

/** The tiles that own units can enter by z, y, then x: `[x, y, z]`. */
function places(view) {
  const closed = closedTiles(view);
  const all = [];
  for (let z = 0; z < 3; z++) {
    for (let y = -EDGE; y <= EDGE; y++) {
      for (let x = -EDGE; x <= EDGE; x++) if (!closed.has(`${x},${y},${z}`)) all.push([x, y, z]);
    }
  }
  return all;
}

/** The steps between two tiles of one period if nothing is in the way; attacks measure in the same way. */
function distance(a, b) {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
}

/** The tiles that an own unit can step to from `at`, each with its cost, 1, as `agon.path` needs them. */
function neighbours(view, at) {
  return beside(closedTiles(view), at);
}

/** A shortest way within one period, both ends included; `null` if there is none. */
function way(view, start, goal) {
  const closed = closedTiles(view);
  return agon.path([...start], (at) => at.join() === [...goal].join(), (at) => beside(closed, at));
}

module.exports = { distance, neighbours, places, way };
