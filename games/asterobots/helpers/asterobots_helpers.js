// Helpers for bots of Asterobots: vertices of the field, distances, neighbours, ways.

const agon = require("agon");

/** The first and the last column of a row. */
function columns(size, y) {
  const cut = y >= 1 ? y - 1 : -y;
  return [2 - 2 * size + cut, 2 * size - cut];
}

/** All vertices of the field by y, then x: `[x, y]`. */
function places(view) {
  const size = view.setting.map_size;
  const all = [];
  for (let y = 1 - size; y <= size; y++) {
    const [first, last] = columns(size, y);
    for (let x = first; x <= last; x++) all.push([x, y]);
  }
  return all;
}

/** The edges between two vertices. */
function distance(a, b) {
  const [[x, y], [, low]] = a[1] <= b[1] ? [a, b] : [b, a];
  const [wide, high] = [Math.abs(a[0] - b[0]), low - y];
  if (high === 0) return wide;
  const stairs = Math.max(wide, high - (Math.abs(x + y) % 2 === 0 ? 1 : 0));
  return high + stairs + ((stairs - wide) % 2);
}

/**
 * The vertices beside `at`, each with its cost, 1, as `agon.path` needs them.
 * @returns {[number[], number][]}
 */
function neighbours(view, at) {
  const size = view.setting.map_size;
  const [x, y] = at;
  const isInside = (to) => {
    const [first, last] = columns(size, to[1]);
    return to[1] >= 1 - size && to[1] <= size && to[0] >= first && to[0] <= last;
  };
  return [[x - 1, y], [x + 1, y], [x, Math.abs(x + y) % 2 === 0 ? y + 1 : y - 1]]
    .filter(isInside)
    .map((place) => [place, 1]);
}

/** A shortest way, both ends included. The question `path` tells which one a plain launch takes. */
function way(view, start, goal) {
  const isGoal = (at) => at[0] === goal[0] && at[1] === goal[1];
  return agon.path([...start], isGoal, (place) => neighbours(view, place));
}

module.exports = { distance, neighbours, places, way };
