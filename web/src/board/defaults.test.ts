import { expect, test } from "vitest";
import type { Frame, Head } from "../film/film";
import { completed } from "../games";
import type { Board } from "./board";
import { DEFAULT_PANELS } from "./defaults";

const head: Head = {
  game: "none",
  title: "None",
  score: "points",
  seats: [
    ["blue", "a"],
    ["red", "b"],
  ],
  map: "m",
  seed: 1,
  rules: "handbook",
  source: "",
  gauges: [
    { name: "points", path: "/teams/{}/points" },
    { name: "gold", path: "/gold/{}" },
  ],
};
const board = { teams: [{ points: 3 }, { points: 5 }], gold: [7] };

function frame(round: number | null, seats: number[]): Frame<unknown> {
  return { round, seats, spent: [], ends: [], orders: [], notes: [], events: [], board };
}

test("the default table has a row per gauge and a column per seat", () => {
  expect(DEFAULT_PANELS.tables(board, head)).toEqual([
    {
      title: "Numbers",
      columns: ["", "blue", "red"],
      seats: "columns",
      rows: [
        ["points", 3, 5],
        ["gold", 7, ""],
      ],
    },
  ]);
  expect(DEFAULT_PANELS.tables(board, { ...head, gauges: [] })).toEqual([]);
});

test("the default score is the first gauge, or none", () => {
  expect(DEFAULT_PANELS.score(board, 1, head)).toBe(5);
  expect(DEFAULT_PANELS.score(board, 1, { ...head, gauges: [] })).toBeNull();
  expect(DEFAULT_PANELS.score({}, 1, head)).toBeNull();
});

test("the default caption names the round, and the seat if only one had a turn", () => {
  expect(DEFAULT_PANELS.caption(frame(null, []), head)).toBe("before the first turn");
  expect(DEFAULT_PANELS.caption(frame(4, [1]), head)).toBe("round 4, red");
  expect(DEFAULT_PANELS.caption(frame(4, [0, 1]), head)).toBe("round 4");
});

test("a game without a board has no picture and the default panels", () => {
  expect(completed(undefined)).toEqual({ ...DEFAULT_PANELS, picture: null });
});

test("a board overrides the defaults it has its own version of", () => {
  const own: Board<unknown> = { size: () => [3, 2], draw: () => {}, pace: 9 };
  const whole = completed(own);
  expect(whole.picture?.size({})).toEqual([3, 2]);
  expect(whole.pace).toBe(9);
  expect(whole.tables).toBe(DEFAULT_PANELS.tables);
});
