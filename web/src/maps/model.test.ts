import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { maps as galaxyMaps } from "../../../games/galaxy/web/map";
import { maps as homerunMaps } from "../../../games/homerun/web/map";
import { maps as marsMaps } from "../../../games/mars/web/map";
import { maps as timetravelMaps } from "../../../games/timetravel/web/map";
import { MAPS } from "../games";
import { images, painted, region, Steps } from "./model";

const DATA = join(import.meta.dirname, "../../../games");

describe.each(["mars", "galaxy", "timetravel", "homerun"])("every map of %s", (game) => {
  test.each(readdirSync(join(DATA, game, "maps")))("%s is read and written without loss", (file) => {
    const text = readFileSync(join(DATA, game, "maps", file), "utf8");
    const model = MAPS[game];
    const map = model.read(text, undefined);
    const again = model.read(model.write(map), undefined);
    expect(again).toEqual(map);
    const bare = (words: string): string => words.replace(/\s/g, "");
    if (game === "mars" || game === "homerun") expect(bare(model.write(map))).toBe(bare(text));
  });
});

test("a place has an image in every mirror, and owners change sides", () => {
  const map = marsMaps.empty([16, 20], undefined);
  expect([...images(marsMaps, map, "2,3", ["horizontal", "vertical"])].sort()).toEqual([
    ["13,16", false],
    ["13,3", true],
    ["2,16", true],
    ["2,3", false],
  ]);
  const next = painted(marsMaps, map, ["2,3"], "blue", [5], ["rotational"]);
  expect(next.rows[2][3]).toEqual(["T", 5, 0]);
  expect(next.rows[13][16]).toEqual(["T", -5, 0]);
  expect(map.rows[2][3]).toEqual(["T", 0, 0]);
});

test("headquarters and starts are set for both sides at once", () => {
  const field = homerunMaps.empty([30, 24], undefined);
  expect(painted(homerunMaps, field, ["5,6"], "A", [], ["rotational"]).hq).toEqual([
    [5, 6],
    [24, 17],
  ]);
  const periods = timetravelMaps.empty([], undefined);
  expect(painted(timetravelMaps, periods, ["4,2,0"], "start", [], ["rotational"]).start).toEqual({
    x: 4,
    y: 2,
  });
});

test("a portal leads there and back, and makes room for itself", () => {
  let map = timetravelMaps.empty([], undefined);
  map = painted(timetravelMaps, map, ["1,1,0", "1,1,1"], "rock", [], []);
  map = painted(timetravelMaps, map, ["1,1,0"], "next", [], ["rotational"]);
  expect(map.terrain).toEqual([]);
  expect(map.portals.map((portal) => portal.join()).sort()).toEqual([
    "-1,-1,0,1",
    "-1,-1,1,-1",
    "1,1,0,1",
    "1,1,1,-1",
  ]);
});

test("filling stops at what looks different", () => {
  let map = marsMaps.empty([16, 16], undefined);
  const wall = Array.from({ length: 16 }, (_, r) => `${r},4`);
  map = painted(marsMaps, map, wall, "I", [], []);
  expect(region(marsMaps, map, "0,0")).toHaveLength(16 * 4);
  expect(region(marsMaps, map, "0,4")).toHaveLength(16);
});

test("systems are added, joined, moved and removed", () => {
  let map = galaxyMaps.empty([], undefined);
  map = galaxyMaps.paint(map, "@5.00,5.00", "system", [3, 8, 0, 5], false);
  map = galaxyMaps.paint(map, "@5.50,5.50", "system", [3, 8, 0, 5], false);
  expect(map.systems).toHaveLength(1); // too near to the first
  map = galaxyMaps.paint(map, "@15.00,5.00", "system", [1, 2, 3, 4], false);
  const join = (from: string, to: string, brush: string): void => {
    map = galaxyMaps.join!(map, from, to, [7], brush);
  };
  join("A", "B", "wormhole");
  expect(galaxyMaps.write(map)).toBe("A:3,8,0,5,[B],[7]\nB:1,2,3,4,[],[]\n");
  join("B", "@20.00,9.00", "move");
  expect(map.systems[1]).toMatchObject({ x: 20, y: 9 });
  join("A", "B", "cut");
  join("A", "B", "wormhole");
  map = galaxyMaps.paint(map, "B", "none", [], false);
  expect(galaxyMaps.write(map)).toBe("A:3,8,0,5,[],[]\n");
});

test("strokes are undone and redone", () => {
  const steps = new Steps("a");
  steps.begin();
  steps.now = "b";
  steps.now = "c";
  steps.begin();
  steps.settle(); // nothing was changed
  steps.undo();
  expect([steps.now, steps.canUndo, steps.canRedo]).toEqual(["a", false, true]);
  steps.redo();
  expect(steps.now).toBe("c");
  steps.undo();
  steps.begin();
  steps.now = "d";
  expect(steps.canRedo).toBe(false);
});
