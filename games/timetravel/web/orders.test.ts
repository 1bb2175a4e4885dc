import { expect, test } from "vitest";
import type { TimeTravelBoard } from "./frame";
import { order } from "./orders";

const board = {
  units: { 12: { type: "Engineer" } },
  buildings: { 7: { type: "School" } },
  periods: ["far past", "past", "present"],
} as unknown as TimeTravelBoard;

test("orders are told in words and name their unit or building", () => {
  const told = (call: unknown, reply?: unknown) => order([0, 0, call as never, reply as never], board);
  expect(told({ move: { unit: 12, x: 3, y: -4 } })).toEqual({
    text: "moves engineer 12 to (3, -4)",
    path: "units.12",
  });
  expect(told({ warp: { unit: 12 } }, { warped: { z: 1, fee: 3, destroyed: 0 } })?.text).toBe(
    "sends engineer 12 through the portal to the past",
  );
  expect(told({ build: { unit: 12, x: 1, y: 1, type: "Farm" } }, { built: { complete: true } })?.text).toBe(
    "lets engineer 12 build a farm at (1, 1): finished",
  );
  // A unit that died later in the turn is told without its kind.
  expect(told({ attack: { unit: 99, x: 0, y: 0 } }, { attacked: { hit: 2, destroyed: 1 } })?.text).toBe(
    "attacks (0, 0) with unit 99: hits 2, destroys 1",
  );
  expect(told({ train: { building: 7, type: "Engineer" } })).toEqual({
    text: "trains an engineer in school 7",
    path: "buildings.7",
  });
});
