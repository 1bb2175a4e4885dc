import { describe, expect, test } from "vitest";
import { at, type Json, patched } from "./delta";

describe("patches", () => {
  // The same cases as in crates/agon-replay/src/delta.rs.
  test.each<[Json, Json, Json]>([
    [{ a: 1, b: [1, 2, 3] }, { b: { "1": 5 } }, { a: 1, b: [1, 5, 3] }],
    [
      { a: 1, gone: {} },
      { "-": ["gone"], a: { "=": { deep: [1] } }, new: { "=": [] } },
      { a: { deep: [1] }, new: [] },
    ],
    [[1, 2, 3], { "#": 1 }, [1]],
    [[1], { "#": 3, "0": 2, "1": { "=": { x: [null] } }, "2": "t" }, [2, { x: [null] }, "t"]],
    [{ a: [1] }, 7, 7],
    [null, { "=": [{}] }, [{}]],
  ])("%j with %j is %j", (old, patch, wanted) => {
    expect(patched(old, patch)).toEqual(wanted);
  });

  test("share unchanged parts and leave the old value as it was", () => {
    const old = {
      board: [
        [0, 0],
        [0, 0],
      ],
      robots: { a: { x: 1 } },
    };
    const next = patched(old, { board: { "1": { "0": 7 } } }) as typeof old;
    expect(next.board).toEqual([
      [0, 0],
      [7, 0],
    ]);
    expect(next.robots).toBe(old.robots);
    expect(next.board[0]).toBe(old.board[0]);
    expect(old.board[1]).toEqual([0, 0]);
  });

  test("that do not fit the value are ignored, and cannot grow a list without bound", () => {
    expect(patched([1], { "5": 1, "#": 99999999, "-": 3 })).toHaveLength(4);
    expect(patched(3, { x: 1 })).toBe(3);
  });
});

test("a path names a part of a value, or nothing", () => {
  const board = { robots: { a: { x: 1 } }, rows: [[5, 6]] };
  expect(at(board, "robots.a")).toEqual({ x: 1 });
  expect(at(board, "rows.0.1")).toBe(6);
  expect(at(board, "robots.b.x")).toBeUndefined();
});
