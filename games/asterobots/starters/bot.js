/**
 * A first bot for Asterobots.
 *
 * It selects veins that build many robots. Then every vein of ours that is strong enough conquers the
 * weakest vein it can.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play asterobots . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");

agon.run((turn) => {
  const { view } = turn;
  if (view.phase === "select") {
    const free = view.veins.filter((vein) => vein.owner === -1);
    free.sort((a, b) => b.robot_productivity - a.robot_productivity);
    turn.call("select", free[0].location);
    return;
  }

  const targets = view.veins.filter((vein) => vein.owner !== view.me);
  targets.sort((a, b) => a.robots - b.robots);
  for (const vein of view.veins) {
    if (vein.owner !== view.me || targets.length === 0) continue;
    const target = targets[0];
    // Some more than live there now, because robots are built while ours are on their way.
    const robots = target.robots + 20;
    if (vein.robots >= robots) {
      turn.call("launch", { robots, from: vein.location, to: target.location });
      turn.line(vein.location, target.location);
      targets.shift();
    }
  }
});
