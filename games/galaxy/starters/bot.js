/**
 * A first bot for Galaxy Commander.
 *
 * It captures the system it is in. When that is done it takes the energy stored there and flies on through
 * the cheapest wormhole, if possible to a system that is not ours.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play galaxy . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");

agon.run((turn) => {
  const { view } = turn;
  const find = (name) => view.systems.find((system) => system.name === name);
  const here = find(view.current);
  if (here.owner !== view.colour) {
    if (view.capture_actions_left === null) {
      turn.call("capture", Math.min(view.energy, here.capture_cost - 1));
    }
    while (turn.call("continue_capture").ok); // until the three actions of this turn are used up
    return;
  }

  turn.call("refuel");
  const price = (wormhole) => wormhole.cost + (find(wormhole.to).owner === view.colour ? 1000 : 0);
  const wormholes = here.wormholes.filter((wormhole) => wormhole.to !== null);
  wormholes.sort((a, b) => price(a) - price(b));
  if (wormholes.length > 0) {
    turn.line(here.name, wormholes[0].to);
    turn.call("move", wormholes[0].to);
  }
});
