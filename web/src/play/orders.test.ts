import { expect, test } from "vitest";
import {
  aimed,
  firstOf,
  fits,
  inWords,
  labelOf,
  ledTo,
  listed,
  mostOf,
  nameOf,
  nextSteps,
  pointsOf,
  sensible,
  shortestWalk,
  spotOf,
  valueAt,
  valuesOf,
  type Walk,
  withValue,
} from "./orders";

/** Two rows of a honeycomb: points with an even sum are joined to the row below. */
const WALK: Walk = {
  from: [0, 0],
  to: [
    [2, 1],
    [3, 0],
  ],
  steps: [
    [
      [-1, 0],
      [1, 0],
      [0, 1],
    ],
    [
      [-1, 0],
      [1, 0],
      [0, -1],
    ],
  ],
  rows: [
    [0, 0, 3],
    [1, 0, 3],
  ],
  max: 9,
};

test("an order reads as words", () => {
  expect(inWords({ move: { robot: "robot_1", direction: "right" } })).toBe("move robot 1 right");
  expect(inWords("kill_self")).toBe("kill self");
  expect(inWords({ move: { unit: 20, x: 6, y: 1 } })).toBe("move 20 (6, 1)");
  expect(valuesOf({ move: { unit: 20, x: 6, y: 1 } }, "20")).toBe("(6, 1)");
  expect(valuesOf({ spawn: { type: "miner", row: 1, col: 2 } })).toBe("miner (1, 2)");
  expect(inWords({ launch: { robots: 3, from: [0, 1], to: [2, 2] } })).toBe("launch 3 (0, 1) (2, 2)");
  expect(inWords({ bat: ["NORTH", 2] })).toBe("bat north 2");
  expect(nameOf({ set_scan: 3 })).toBe("set scan");
});

test("a field is read and changed by its pointer", () => {
  const call = { bat: ["NORTH", 1] };
  expect(valueAt(call, "/bat/1")).toBe(1);
  expect(withValue(call, "/bat/1", 3)).toEqual({ bat: ["NORTH", 3] });
  expect(call).toEqual({ bat: ["NORTH", 1] });
  expect(valueAt(call, "/move/x")).toBeUndefined();
  expect([labelOf("/offer/price"), labelOf("/write/0")]).toEqual(["price", "value 1"]);
});

test("the first of several kinds makes sense", () => {
  const amount = { any_of: [{ number: { min: 0, max: 7 } }, { number: { min: 7, max: 1e9 } }] };
  expect(sensible(amount)).toEqual({ number: { min: 0, max: 7 } });
  expect(firstOf(amount, 99)).toBe(7);
  expect(mostOf({ affordable: { price: "/p", funds: 100 } }, { p: 30 })).toBe(3);
  expect(firstOf({ list: { min: 2, max: 2, entries: { number: { min: 4, max: 9 } } } }, undefined)).toEqual([
    4, 4,
  ]);
});

test("values stand for places", () => {
  expect(spotOf("Sol")).toEqual({ unit: "Sol" });
  expect(spotOf([3, 4])).toEqual({ tile: [3, 4] });
  expect(
    spotOf([
      [0, 0],
      [3, 4],
    ]),
  ).toEqual({ tile: [3, 4] });
  expect(spotOf(["Sol", "Vega"])).toEqual({ unit: "Vega" });
  expect([spotOf([]), spotOf(null), spotOf(7)]).toEqual([null, null, null]);
});

test("an entry is offered once for each place of its open field", () => {
  const entry = {
    call: { launch: { robots: 1, to: [1, 1] } },
    open: [
      { path: "/launch/robots", values: { number: { min: 1, max: 5 } } },
      {
        path: "/launch/to",
        values: {
          one_of: [
            [1, 1],
            [2, 2],
            [9, 9],
          ],
        },
      },
    ],
  };
  const offers = aimed(entry, (spot) => !("tile" in spot && spot.tile[0] === 9));
  expect(offers.map(({ at }) => at)).toEqual([{ tile: [1, 1] }, { tile: [2, 2] }]);
  expect(offers[1].call).toEqual({ launch: { robots: 1, to: [2, 2] } });
  expect(offers[1].open.map(({ path }) => path)).toEqual(["/launch/robots"]);
  const dot = { call: { dot: [[1, 1], 7] }, by: { unit: "3" }, at: null };
  const open = [{ path: "/dot/0", values: { one_of: [[1, 1]] } }];
  expect(aimed({ ...dot, open }, () => true)).toEqual([{ call: dot.call, open, at: null }]);
  expect(aimed({ call: "refuel" }, () => true)).toEqual([{ call: "refuel", open: [], at: null }]);
});

test("a walk is found and made step by step", () => {
  expect(shortestWalk(WALK, [2, 1])).toHaveLength(4);
  expect(shortestWalk({ ...WALK, max: 3 }, [2, 1])).toBeNull();
  expect(nextSteps(WALK, [[0, 0]])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(listed({ walk: WALK })).toHaveLength(2);
});

test("a path is cut off at its own points and led on to others", () => {
  const path = pointsOf(WALK, [
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
  expect(path).toHaveLength(3);
  expect(ledTo(WALK, path, [1, 0])).toEqual([
    [0, 0],
    [1, 0],
  ]);
  const led = ledTo(WALK, path, [2, 1]);
  expect(led?.slice(0, 3)).toEqual(path);
  expect(led?.at(-1)).toEqual([2, 1]);
  expect(ledTo({ ...WALK, max: 3 }, path, [2, 1])).toBeNull();
  // Points that do not follow from each other, such as the ends of a default path, begin a new path.
  const ends = [
    [0, 0],
    [2, 1],
  ];
  expect(pointsOf(WALK, ends)).toEqual([[0, 0]]);
});

test("an order is found by a part of it", () => {
  const call = { buy_from_alien: { material: "gas", amount: 1 } };
  expect(fits({ buy_from_alien: { material: "gas" } }, call)).toBe(true);
  expect(fits({ buy_from_alien: { material: "stone" } }, call)).toBe(false);
  expect(fits({ sell_to_alien: { material: "gas" } }, call)).toBe(false);
  expect(fits({ select: [1, 2] }, { select: [1, 2] })).toBe(true);
});
