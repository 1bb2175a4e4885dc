// Prints sums over what the helpers of a game say about the first view; tests/all/helpers.rs explains them.

const agon = require("agon");

const MODULUS = 1_000_003;

function code(place) {
  if (typeof place === "string") {
    return [...place].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % MODULUS, 7);
  }
  return ((place[0] + 50) * 2003 + place[1] + 50) * 3 + (place[2] ?? 0);
}

function placesOf(game, helpers, view) {
  const all = helpers.places(view);
  if (game === "mars") return all.filter(({ tile }) => tile !== "I").map(({ at }) => at);
  return game === "galaxy" || game === "homerun" ? all.map(({ at }) => at) : all;
}

function distanceOf(game, helpers, view, start, to) {
  if (game === "galaxy") return helpers.distance(view, start, to) ?? -1;
  const squared = game === "homerun" ? 1000 * helpers.distanceSquared(start, to) : 0;
  return helpers.distance(start, to) + squared;
}

agon.run((turn) => {
  if (turn.number > 1) return;
  const { game } = turn.hello;
  const { view } = turn;
  const helpers = require(`./${game}_helpers.js`);
  const places = placesOf(game, helpers, view);
  const [start] = places;
  let [near, far, ways] = [0, 0, 0];
  places.forEach((to, index) => {
    for (const [beside, cost] of helpers.neighbours(view, to)) {
      near = (near + code(to) * code(beside) + cost) % MODULUS;
    }
    far = (far + (index + 1) * distanceOf(game, helpers, view, start, to)) % MODULUS;
    if (index % 17 !== 0) return;
    const length = (helpers.way(view, start, to) ?? []).length;
    const counted = game === "galaxy" || game === "homerun" ? Math.min(1, length) : length;
    ways = (ways + (index + 1) * counted) % MODULUS;
  });
  turn.log(`= ${places.length} ${near} ${far} ${ways}.`);
});
