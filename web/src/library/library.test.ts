import { expect, test } from "vitest";
import { filtered, type MatchRow, scoreText, sorted, winnerName } from "./library";

const row = (id: string, more: Partial<MatchRow>): MatchRow => ({ id, file: `${id}.agonreplay`, ...more });
const rows = [
  row("a", {
    game: "mars",
    title: "Mars",
    map: "m10",
    seed: 2,
    seats: [
      ["blue", "builtin:x"],
      ["red", "y"],
    ],
    ranks: [1, 2],
    scores: [5, 3],
    rounds: 9,
  }),
  row("b", {
    game: "mars",
    title: "Mars",
    map: "m9",
    seed: 10,
    seats: [
      ["blue", "z"],
      ["red", "y"],
    ],
    ranks: [1, 1],
    scores: [4, 4],
    rounds: 10,
  }),
  row("c", { fault: "it is damaged" }),
];
const ids = (list: MatchRow[]): string => list.map(({ id }) => id).join("");

test("numbers are sorted as numbers, also inside of names", () => {
  expect(ids(sorted(rows, "seed", true))).toBe("bac");
  expect(ids(sorted(rows, "map", false))).toBe("cba");
  expect(ids(sorted(rows, "length", false))).toBe("cab");
});

test("every word of a filter must occur", () => {
  expect(ids(filtered(rows, "MARS y", ""))).toBe("ab");
  expect(ids(filtered(rows, "mars z", ""))).toBe("b");
  expect(ids(filtered(rows, "", "mars"))).toBe("ab");
  expect(ids(filtered(rows, "draw", ""))).toBe("b");
});

test("the winner and the score are named", () => {
  expect(rows.map(winnerName)).toEqual(["x", "draw", ""]);
  expect(scoreText([3, 1205], [2, 1])).toBe("1,205 : 3");
});
