import { expect, test } from "vitest";
import { painted } from "$web/maps/model";
import { testEveryMap } from "$web/maps/testing";
import { maps } from "./map";

testEveryMap(maps, import.meta.dirname, true);

test("a base in the mirror belongs to the other team", () => {
  const map = maps.empty([16, 20], undefined);
  const next = painted(maps, map, ["3,2"], "blue", [5], ["rotational"]);
  expect(next.rows[2][3]).toEqual(["T", 5, 0]);
  expect(next.rows[13][16]).toEqual(["T", -5, 0]);
  expect(map.rows[2][3]).toEqual(["T", 0, 0]);
});
