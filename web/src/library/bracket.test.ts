import { expect, test } from "vitest";
import { layOut } from "./bracket";
import type { Meeting, Round } from "./library";

const meeting = (note: string, a: string, b: string): Meeting => ({
  names: [a, b],
  scores: [1, 0],
  winner: a,
  over: true,
  note,
  games: [],
});
const round = (number: number, ...meetings: Meeting[]): Round => ({
  number,
  title: meetings[0].note ?? "",
  meetings,
  idle: [],
});

test("a meeting stands beside the middle of those that its entrants won", () => {
  const [{ columns, placed, height }] = layOut([
    round(1, meeting("Semi-finals", "a", "d"), meeting("Semi-finals", "b", "c")),
    round(2, meeting("Final", "a", "b")),
  ]);
  expect(columns).toEqual(["Semi-finals", "Final"]);
  expect(placed.map(({ column, y }) => [column, y])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0.5],
  ]);
  expect(placed[2].from).toEqual([placed[0], placed[1]]);
  expect(height).toBe(2);
});

test("losers have a section of their own, and no two meetings share a place", () => {
  const sections = layOut([
    round(1, meeting("Winners' round 1", "a", "d"), meeting("Winners' round 1", "b", "c")),
    round(2, meeting("Winners' round 2", "a", "b"), meeting("Losers' round 1", "c", "d")),
    round(3, meeting("Losers' round 2: b absent", "c", "b")),
    round(4, meeting("Final", "a", "c")),
  ]);
  expect(sections.map(({ columns }) => columns)).toEqual([
    ["Winners' round 1", "Winners' round 2", "Final"],
    ["Losers' round 1", "Losers' round 2"],
  ]);
  for (const { placed } of sections)
    expect(new Set(placed.map(({ column, y }) => `${column} ${y}`)).size).toBe(placed.length);
});
