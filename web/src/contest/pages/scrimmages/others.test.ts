import { expect, test } from "vitest";
import { othersOf } from "./others";

const side = (team: number, name: string) => ({ team, name }) as Parameters<typeof othersOf>[0][number];
const ada = side(1, "Ada");
const bob = side(2, "Bob");
const cem = side(3, "Cem");

test("the own team is left out, also if another team asked", () => {
  expect(othersOf([ada, bob], 1)).toBe("Bob");
  expect(othersOf([bob, ada], 1)).toBe("Bob");
  expect(othersOf([bob, ada, cem], 1)).toBe("Bob, Cem");
});

test("a team that plays against its own versions is its own opponent", () => {
  expect(othersOf([ada, ada], 1)).toBe("Ada");
});

test("a reader without a team sees all sides", () => {
  expect(othersOf([ada, bob], undefined)).toBe("Ada, Bob");
});
