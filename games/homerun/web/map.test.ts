import { expect, test } from "vitest";
import { painted } from "$web/maps/model";
import { testEveryMap } from "$web/maps/testing";
import { maps } from "./map";

testEveryMap(maps, import.meta.dirname, true);

test("both headquarters are placed at once", () => {
  const field = maps.empty([30, 24], undefined);
  expect(painted(maps, field, ["5,6"], "A", [], ["rotational"]).hq).toEqual([
    [5, 6],
    [24, 17],
  ]);
});
