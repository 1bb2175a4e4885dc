/**
 * A first bot: it ends every turn at once, which is legal in every game.
 *
 * `turn.view` is what the bot may know. `turn.call("name", ...)` makes a call and returns the game's reply. The game's
 * manual lists views, calls and replies, and docs/kits.md everything else that the kit can do.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play GAME . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");

agon.run((turn) => {
  const { hello, view } = turn;
  if (turn.number === 1) {
    turn.log(`seat ${hello.seat_name} of ${hello.game} on ${hello.map}`);
    turn.log(`the view has ${Object.keys(view).sort().join(", ")}`);
  }
  // Decide here what to do, and say it: const reply = turn.call("name", { field: 1 });
  // reply.ok tells whether something came of the call, reply.refused why not.
});
