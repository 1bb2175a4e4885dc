import { expect, test } from "vitest";
import { ago, duration, inZone, size } from "./time";

test("durations have their two largest units", () => {
  expect(duration(950)).toBe("0 s");
  expect(duration(61_000)).toBe("1 min 1 s");
  expect(duration(3_600_000)).toBe("1 h");
  expect(duration(90_061_000)).toBe("1 d 1 h");
  expect(duration(-5)).toBe("0 s");
});

test("the past is told in one unit", () => {
  expect(ago(0, 59_000)).toBe("just now");
  expect(ago(0, 3_599_000)).toBe("59 min ago");
  expect(ago(0, 200_000_000)).toBe("2 d ago");
});

test("a time is told in its zone", () => {
  const at = Date.UTC(2026, 10, 20, 17, 0);
  expect(inZone(at, "Europe/Berlin")).toMatch(/^Fri 20 Nov, 18:00 /);
  expect(inZone(at, "UTC")).toBe("Fri 20 Nov, 17:00 UTC");
});

test("sizes have a unit", () => {
  expect([12, 1023, 3500, 1024, 1_300_000, 32 << 20].map(size)).toEqual([
    "12 B",
    "1023 B",
    "3.4 KiB",
    "1 KiB",
    "1.2 MiB",
    "32 MiB",
  ]);
});
