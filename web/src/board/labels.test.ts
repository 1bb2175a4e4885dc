import { expect, test } from "vitest";
import { Labels } from "./labels";

test("a text takes its place, and others stay off it", () => {
  const labels = new Labels();
  expect(labels.claim("120", [5, 5], 0.5)).toBe(true);
  expect(labels.claim("7", [5.3, 5.2], 0.5)).toBe(false);
  expect(labels.claim("7", [5, 5.6], 0.5)).toBe(true);
  // Of two texts that belong together none is taken if one has no room.
  expect(
    labels.claimAll(
      ["+1", "+2"],
      [
        [9, 9],
        [5, 5],
      ],
      0.5,
    ),
  ).toBe(false);
  expect(labels.claim("+1", [9, 9], 0.5)).toBe(true);
});

test("drawings are kept free, and a copy does not change the original", () => {
  const labels = new Labels();
  labels.block(0, 0, 1, 1);
  expect(labels.claim("1", [0.5, 0.5], 0.5)).toBe(false);
  expect(labels.claim("1", [1.5, 0.5], 0.5)).toBe(true);
  const above = new Labels(labels);
  expect(above.claim("2", [0.5, 0.5], 0.5)).toBe(false);
  expect(above.claim("2", [1.5, 0.5], 0.5)).toBe(false);
  expect(above.claim("2", [3.5, 0.5], 0.5)).toBe(true);
  expect(labels.claim("3", [3.5, 0.5], 0.5)).toBe(true);
});

test("texts stay inside of the picture", () => {
  const labels = new Labels();
  labels.stayWithin(10, 5);
  expect(labels.claim("111", [5, 0.1], 0.5)).toBe(false);
  expect(labels.claim("111", [5, 4.9], 0.5)).toBe(false);
  expect(labels.claim("111", [0.2, 2], 0.5)).toBe(false);
  expect(labels.claim("111", [9.8, 2], 0.5)).toBe(false);
  expect(labels.claim("111", [5, 0.3], 0.5)).toBe(true);
});
