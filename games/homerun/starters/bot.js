/**
 * A first bot for Home Run.
 *
 * Every unit is an instance of this class. The headquarters recruits pitchers; a pitcher walks until it
 * stands on a base or a stadium, and stays there.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play homerun . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");

const DIRECTIONS = [
  "NORTH", "NORTHWEST", "WEST", "SOUTHWEST", "SOUTH", "SOUTHEAST", "EAST", "NORTHEAST",
];

class Unit {
  turn(turn) {
    const { me, tiles } = turn.view;
    this.heading ??= me.id % 8;
    if (me.type === "HQ") {
      const direction = DIRECTIONS[turn.round % 8];
      if (turn.call("can_recruit", ["PITCHER", direction]).value) {
        turn.call("recruit", ["PITCHER", direction]);
      }
    } else if ("bs".includes(tiles[0])) {
      turn.dot(me.at); // the first tile is the one we stand on: this is the place to be
    } else if (me.move_cd < 1) {
      const direction = DIRECTIONS[this.heading];
      if (turn.call("can_move", direction).value) {
        turn.call("move", direction);
      } else {
        this.heading = (this.heading + 3) % 8;
      }
    }
  }
}

agon.run(Unit);
