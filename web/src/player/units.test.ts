import { expect, test } from "vitest";
import { timeText, timeUnit } from "./units";

test("times are shown in the largest unit that needs no leading zero", () => {
  const name = (...seconds: (number | null)[]): string => timeUnit([[0], seconds]).name;
  expect(name(0.2, 12)).toBe("s");
  expect(name(0.004, null)).toBe("ms");
  expect(name(0.000025)).toBe("µs");
  expect(name(0)).toBe("µs");
});

test("a time has its unit", () => {
  expect(timeText(0.00254)).toBe("2.5 ms");
  expect(timeText(61)).toBe("61 s");
  expect(timeText(0)).toBe("0 µs");
});
