import { expect, test } from "vitest";
import { avatarOf } from "./avatar";

test("a name always has the same picture, symmetric and not empty", () => {
  expect(avatarOf("greedy")).toEqual(avatarOf("greedy"));
  for (const name of ["", "a", "builtin:greedy", "Ünal"]) {
    const { fields } = avatarOf(name);
    const has = (x: number, y: number) => fields.some((field) => field[0] === x && field[1] === y);
    expect(fields.length).toBeGreaterThan(0);
    for (const [x, y] of fields) expect(has(4 - x, y)).toBe(true);
  }
});

test("similar names have different pictures", () => {
  const pictures = Array.from({ length: 100 }, (_, i) => JSON.stringify(avatarOf(`bot ${i}`)));
  expect(new Set(pictures).size).toBe(100);
});
