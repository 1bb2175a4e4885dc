import { expect, test } from "vitest";
import { lastLead } from "./lead";

test("a match opens at the last change of the lead", () => {
  const film = (...seats: number[][]) => ({ lines: [seats], frames: seats[0]?.length ?? 0 });
  expect(lastLead(film([1, 2, 2, 9], [1, 1, 4, 5]))).toBe(3);
  expect(lastLead(film([1, 2, 5, 5], [1, 1, 4, 4]))).toBe(0);
  // A draw in between is no change by itself.
  expect(lastLead(film([1, 2, 3, 4], [0, 2, 2, 2]))).toBe(0);
  expect(lastLead({ lines: [], frames: 3 })).toBe(0);
});
