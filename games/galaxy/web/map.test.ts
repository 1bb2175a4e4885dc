import { expect, test } from "vitest";
import { testEveryMap } from "$web/maps/testing";
import { maps } from "./map";

testEveryMap(maps, import.meta.dirname, false);

test("systems are added, joined, moved and removed", () => {
  let map = maps.empty([], undefined);
  map = maps.paint(map, "@5.00,5.00", "system", [3, 8, 0, 5], false);
  map = maps.paint(map, "@5.50,5.50", "system", [3, 8, 0, 5], false);
  expect(map.systems).toHaveLength(1); // the second is too near to the first
  map = maps.paint(map, "@15.00,5.00", "system", [1, 2, 3, 4], false);
  const join = (from: string, to: string, brush: string): void => {
    map = maps.join!(map, from, to, [7], brush);
  };
  join("A", "B", "wormhole");
  expect(maps.write(map)).toBe("A:3,8,0,5,[B],[7]\nB:1,2,3,4,[],[]\n");
  join("B", "@20.00,9.00", "move");
  expect(map.systems[1]).toMatchObject({ x: 20, y: 9 });
  join("A", "B", "cut");
  join("A", "B", "wormhole");
  map = maps.paint(map, "B", "none", [], false);
  expect(maps.write(map)).toBe("A:3,8,0,5,[],[]\n");
});
