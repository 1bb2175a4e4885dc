/**
 * A first bot for Mars Makeover.
 *
 * Every robot walks in a direction of its own and works wherever it can. All metal goes into new robots:
 * one explorer, then terraformers.
 */
try {
  require("agon");
} catch {
  console.error("This program talks to Agon; start it with: agon play mars . builtin:random");
  globalThis.process.exit(2);
}
const agon = require("agon");

const DIRECTIONS = ["UP", "UP_RIGHT", "RIGHT", "DOWN_RIGHT", "DOWN", "DOWN_LEFT", "LEFT", "UP_LEFT"];
const STEPS = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];

agon.run((turn) => {
  const { view } = turn;
  view.robots.forEach((robot, number) => {
    const way = (number + Math.floor(turn.round / 5)) % 8;
    const [row, col] = [robot.row + STEPS[way][0], robot.col + STEPS[way][1]];
    // Stepping on a robot rams it, and both are lost: look who is there.
    if (turn.call("robot_at", { row, col }).value === null) {
      turn.call("move", { robot: robot.name, direction: DIRECTIONS[way] });
    }
    turn.call("act", { robot: robot.name });
  });

  let metal = view.metal;
  let type = view.robots.length > 0 ? "terraformer" : "explorer";
  view.terraform.forEach((line, row) => {
    line.forEach((value, col) => {
      if (value <= 0 || metal < view.spawn_cost) return;
      if (turn.call("spawn", { type, row, col }).ok) {
        turn.dot([row, col]);
        metal -= view.spawn_cost;
        type = "terraformer";
      }
    });
  });
});
