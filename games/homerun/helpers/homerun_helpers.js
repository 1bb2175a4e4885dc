// Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours.

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

module.exports = { AROUND, STEPS, distanceSquared, neighbour, places };
