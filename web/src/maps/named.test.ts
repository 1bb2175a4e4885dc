// The places that the games' sentences about faults name.

import { expect, test } from "vitest";
import { mapModelOf } from "../games";
import { tuples } from "./model";

test("numbers in parentheses are read", () => {
  expect(tuples("the base at (3, 4) has no image at (-1, 0, 2), (a, b) or (5)")).toEqual([
    [3, 4],
    [-1, 0, 2],
  ]);
});

test("sentences name places of the maps", () => {
  const named = (game: string, map: unknown, sentence: string) => mapModelOf(game)?.named?.(map, sentence);
  const rows = [[0, 0, 0].map(() => ["T", 0, 0])];
  expect(named("mars", { rows }, "first at row 0, column 2, whose image at row 9, column 9")).toEqual([
    "2,0",
  ]);
  expect(named("homerun", { tiles: [[".", "."]] }, "water at (1, 0) is outside (7, 7)")).toEqual(["1,0"]);
  expect(named("timetravel", { size: 10 }, "the portal at (3, -4, 1) leads to (3, -4, 2)")).toEqual([
    "3,-4,1",
    "3,-4,2",
  ]);
  const systems = [{ name: "A" }, { name: "B" }];
  expect(named("galaxy", { systems }, "line 2: system B cannot be reached from A")).toEqual(["B", "A"]);
});
