/**
 * A first bot for Time Travel.
 *
 * Artists paint the gallery they stand on, which brings gold, and galleries train more artists.
 * Farms feed a limited number of artists.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play timetravel . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");

const MOST_ARTISTS = 5;

agon.run((turn) => {
  const { view } = turn;
  const artists = [0, 0, 0];
  for (const { id, x, y, z, type, owner } of view.units) {
    if (owner !== view.you || type !== "Artist") continue;
    artists[z] += 1;
    if (turn.call("paint", { unit: id, x, y }).ok) turn.dot([x, y, z]);
  }

  for (const { id, z, type, owner } of view.buildings) {
    if (owner === view.you && type === "Gallery" && artists[z] < MOST_ARTISTS) {
      // Refused while it is busy or gold is missing: that costs nothing.
      turn.call("train", { building: id, type: "Artist" });
    }
  }
});
