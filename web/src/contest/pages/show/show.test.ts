import { expect, test } from "vitest";
import type { Meeting, Round } from "../../../library/library";
import { endsRound, move, order, points, revealed } from "./show";

const meeting = (a: string, b: string, over = true): Meeting => ({
  names: [a, b],
  scores: over ? [2, 0] : [0, 0],
  winner: over ? a : null,
  over,
  note: null,
  games: ["g1", "g2"],
});
const round = (number: number, meetings: Meeting[]): Round => ({
  number,
  title: `Round ${number}`,
  meetings,
  idle: [],
});
const rounds = [round(1, [meeting("a", "b"), meeting("c", "d")]), round(2, [meeting("a", "c", false)])];

test("every ended meeting has its slides; a walkover has no match", () => {
  expect(order(rounds)).toHaveLength(8);
  const walkover = { ...meeting("a", "b"), games: [] };
  expect(order([round(1, [walkover])]).map(({ slide }) => slide)).toEqual(["next", "result", "standing"]);
});

test("nothing later than the slide is revealed", () => {
  const [first] = order(rounds);
  const [only] = revealed(rounds, first);
  expect(revealed(rounds, first)).toHaveLength(1);
  expect(only.meetings.map(({ winner }) => winner)).toEqual([null, null]);
  const result = { ...first, slide: "result" as const };
  expect(revealed(rounds, result)[0].meetings.map(({ winner }) => winner)).toEqual(["a", null]);
});

test("the cursor stays inside of the show, and the last slide ends the round", () => {
  const slides = order(rounds);
  expect(move(slides, slides[0], -1)).toEqual(slides[0]);
  expect(move(slides, slides[0], 99)).toEqual(slides[7]);
  expect(endsRound(rounds, slides[7])).toBe(true);
  expect(endsRound(rounds, slides[3])).toBe(false);
});

test("points count revealed meetings only", () => {
  const slides = order(rounds);
  expect(points(revealed(rounds, slides[2]))).toEqual([
    ["a", 1],
    ["b", 0],
    ["c", 0],
    ["d", 0],
  ]);
});
