import { expect, test } from "vitest";
import type { AsterobotsBoard } from "./board";
import { order } from "./orders";

const board = {
  stage: {
    names: [
      [0, 0],
      [3, -2],
      [5, 1],
    ],
  },
  veins: [{ vertex: 1 }, { vertex: 2 }],
} as unknown as AsterobotsBoard;

test("orders are told in words and name their vein", () => {
  const told = (call: unknown) => order([0, 0, call as never], board);
  expect(told({ launch: { robots: 46, from: [3, -2], to: [5, 1] } })).toEqual({
    text: "launches 46 robots from (3, -2) to (5, 1)",
    path: "veins.0",
  });
  expect(
    told({
      launch_with_path: {
        robots: 2,
        path: [
          [5, 1],
          [4, 0],
          [3, -2],
        ],
      },
    }),
  ).toEqual({
    text: "launches 2 robots from (5, 1) to (3, -2) on a way of 2 edges",
    path: "veins.1",
  });
  expect(told({ upgrade_robot: { location: [0, 0] } })).toEqual({
    text: "upgrades the robot rank of the vein at (0, 0)",
    path: null,
  });
  expect(told({ offer: { material: "gas", amount: 5, price: 12 } })?.text).toBe("offers 5 gas at 12 J each");
  expect(told({ something_new: 1 })).toBeNull();
});
