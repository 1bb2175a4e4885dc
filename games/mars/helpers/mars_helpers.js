// Helpers for bots of Mars Makeover: tiles with their coordinates, distances, neighbours, ways.

const agon = require("agon");

/** What each direction adds to row and column. */
const STEPS = {
  UP: [-1, 0], UP_RIGHT: [-1, 1], RIGHT: [0, 1], DOWN_RIGHT: [1, 1],
  DOWN: [1, 0], DOWN_LEFT: [1, -1], LEFT: [0, -1], UP_LEFT: [-1, -1],
};

/** The tiles that the team has seen with their coordinates: `{ at: [row, col], tile }`. */
function places(view) {
  const all = view.tiles.flatMap((tiles, row) => [...tiles].map((tile, col) => ({ at: [row, col], tile })));
  return all.filter(({ tile }) => tile !== "#");
}

/** The steps between two tiles if nothing is in the way. */
function distance(a, b) {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
}

/** The tile beside `at` in a direction. */
function neighbour(at, direction) {
  const [row, col] = STEPS[direction];
  return [at[0] + row, at[1] + col];
}

/** The direction from a tile to one beside it; `null` for all other tiles. */
function direction(a, b) {
  const found = Object.keys(STEPS).find((name) => {
    const [row, col] = neighbour(a, name);
    return row === b[0] && col === b[1];
  });
  return found ?? null;
}

/**
 * The tiles beside `at` that are seen and not rock, each with its cost, 1, as `agon.path` needs them.
 * @returns {[number[], number][]}
 */
function neighbours(view, at) {
  // Beyond the edges there is no letter.
  const isOpen = (to) => "TM".includes(view.tiles[to[0]]?.[to[1]] ?? "#");
  return Object.keys(STEPS)
    .map((name) => neighbour(at, name))
    .filter(isOpen)
    .map((place) => [place, 1]);
}

/** A shortest way through seen land, both ends included, past any robots; `null` if there is none. */
function way(view, start, goal) {
  const isGoal = (at) => at[0] === goal[0] && at[1] === goal[1];
  return agon.path([...start], isGoal, (place) => neighbours(view, place));
}

module.exports = { STEPS, direction, distance, neighbour, neighbours, places, way };
