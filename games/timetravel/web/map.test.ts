import { expect, test } from "vitest";
import { painted } from "$web/maps/model";
import { testEveryMap } from "$web/maps/testing";
import { maps } from "./map";

testEveryMap(maps, import.meta.dirname, false);

test("the start is the first player's, also when it is painted in the mirror", () => {
  const periods = maps.empty([], undefined);
  expect(painted(maps, periods, ["4,2,0"], "start", [], ["rotational"]).start).toEqual({ x: 4, y: 2 });
});

test("a portal leads there and back, and replaces the terrain at both ends", () => {
  let map = maps.empty([], undefined);
  map = painted(maps, map, ["1,1,0", "1,1,1"], "rock", [], []);
  map = painted(maps, map, ["1,1,0"], "next", [], ["rotational"]);
  expect(map.terrain).toEqual([]);
  expect(map.portals.map((portal) => portal.join()).sort()).toEqual([
    "-1,-1,0,1",
    "-1,-1,1,-1",
    "1,1,0,1",
    "1,1,1,-1",
  ]);
});
