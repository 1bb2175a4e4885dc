import { expect, test } from "vitest";
import type { Schema } from "../../api";
import { localTime, rangeText, rank, span } from "./ranking";

const line = (number: number, elo: number, games = 4): Schema["RatedInfo"] => ({
  number,
  name: `Team ${number}`,
  elo,
  error: 50,
  best_place: 1,
  worst_place: 2,
  games,
  won: 2,
  shared: 0,
  lost: 2,
});

test("teams without games come last, and the trend counts places since the earlier board", () => {
  const rows = rank([line(3, 0, 0), line(1, 100), line(2, -100)], [line(2, 20), line(1, -20)], {
    1: [{ match: 7, result: "won" }],
  });
  expect(rows.map(({ number, place, trend }) => [number, place, trend])).toEqual([
    [1, 1, 1],
    [2, 2, -1],
    [3, 3, null],
  ]);
  expect(rows[0].form).toHaveLength(1);
  expect(rows[1].form).toEqual([]);
  expect(span(rows)).toEqual([-150, 150]);
});

test("ranges and times in words", () => {
  const [row] = rank([line(1, 0)], [], {});
  expect(rangeText(row)).toBe("1 to 2");
  expect(rangeText({ ...row, worst_place: 1 })).toBe("1");
  expect(localTime(new Date(2026, 10, 7, 9, 5))).toBe("2026-11-07T09:05");
  expect(span([])).toEqual([0, 1]);
});
