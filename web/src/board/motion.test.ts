import { expect, test } from "vitest";
import { motionBetween, ofTwoFrames } from "./motion";

test("units stand, move, appear and disappear", () => {
  const before = { a: { x: 1 }, b: { x: 2 }, c: { x: 3 } };
  const after = { a: { x: 1 }, b: { x: 5 }, d: { x: 9 } };
  expect(motionBetween<{ x: number }>(before, after, (one, two) => one.x === two.x)).toEqual({
    standing: [{ x: 1 }],
    moving: [{ unit: { x: 5 }, old: { x: 2 } }],
    fresh: [{ x: 9 }],
    lost: [{ x: 3 }],
  });
});

test("a result is computed once for the same two frames", () => {
  let count = 0;
  const sum = ofTwoFrames((a: { n: number }, b: { n: number }) => {
    count += 1;
    return a.n + b.n;
  });
  const [one, two] = [{ n: 1 }, { n: 2 }];
  expect([sum(one, two), sum(one, two), count]).toEqual([3, 3, 1]);
  expect([sum(two, two), count]).toEqual([4, 2]);
});
