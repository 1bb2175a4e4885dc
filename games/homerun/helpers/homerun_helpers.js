// Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours, ways.

const agon = require("agon");

/** What each direction adds to x, which grows to the east, and to y, which grows to the north. */
const STEPS = {
  NORTH: [0, 1], NORTHWEST: [-1, 1], WEST: [-1, 0], SOUTHWEST: [-1, -1],
  SOUTH: [0, -1], SOUTHEAST: [1, -1], EAST: [1, 0], NORTHEAST: [1, 1],
};

/** The tiles around a unit in the order of `view.tiles`. */
const AROUND = [];
for (let x = -8; x <= 8; x++) {
  for (let y = -8; y <= 8; y++) {
    if (x * x + y * y <= 64) AROUND.push([x, y]);
  }
}
AROUND.sort(([ax, ay], [bx, by]) => ax * ax + ay * ay - (bx * bx + by * by) || ax - bx || ay - by);

/** The tiles in sight with their coordinates, the own one first: `{ at: [x, y], tile }`. */
function places(view) {
  const [x, y] = view.me.at;
  return [...view.tiles].map((tile, i) => ({ at: [x + AROUND[i][0], y + AROUND[i][1]], tile }));
}

/** The squared distance of two tiles, as the rules measure sight. */
function distanceSquared(a, b) {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
}

/** The tile beside `at` in a direction. */
function neighbour(at, direction) {
  const [dx, dy] = STEPS[direction];
  return [at[0] + dx, at[1] + dy];
}

/** The steps between two tiles if nothing is in the way. */
function distance(a, b) {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
}

/** The direction from a tile to one beside it; `null` for all other tiles. */
function direction(a, b) {
  const isThere = (name) => neighbour(a, name).join() === [b[0], b[1]].join();
  return Object.keys(STEPS).find(isThere) ?? null;
}

/** The tiles in sight that are accessible: no water, and without a unit or a ball. */
function openTiles(view) {
  const units = [view.me, ...view.units].map(({ at }) => at);
  const taken = new Set([...units, ...view.balls].map((at) => at.join()));
  const isOpen = ({ at, tile }) => ".bs".includes(tile) && !taken.has(at.join());
  return new Set(places(view).filter(isOpen).map(({ at }) => at.join()));
}

/** @returns {[number[], number][]} */
function beside(open, at) {
  const cost = (to) => (to[0] !== at[0] && to[1] !== at[1] ? 14142 : 10000);
  const near = Object.keys(STEPS).map((name) => neighbour(at, name));
  return near.filter((to) => open.has(to.join())).map((to) => [to, cost(to)]);
}

/**
 * The accessible tiles in sight beside `at`, each with its cost in cooldown, as `agon.path` needs them: a
 * straight step costs 10000, a diagonal one 14142.
 */
function neighbours(view, at) {
  return beside(openTiles(view), at);
}

/** The quickest way over the tiles in sight, both ends included; `null` if there is none. */
function way(view, start, goal) {
  const open = openTiles(view);
  return agon.path([...start], (at) => at.join() === [goal[0], goal[1]].join(), (at) => beside(open, at));
}

module.exports = { AROUND, STEPS, direction, distance, distanceSquared, neighbour, neighbours, places, way };
