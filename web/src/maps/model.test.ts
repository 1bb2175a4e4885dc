import { expect, test } from "vitest";
import { images, type MapModel, MIRRORS, painted, region, Steps, tileAt, tileField } from "./model";

/** A map of letters: `A` and `B` are the two sides' tiles, and change sides in a mirror. */
const letters: MapModel<string[]> = {
  brushes: [],
  symmetries: MIRRORS,
  usual: [],
  ...tileField((map) => [map[0].length, map.length]),
  sizes: [],
  sizesOf: () => [],
  sample: (map, place) => ({ brush: letters.look(map, place) }),
  sizeWish: () => [],
  read: (text) => text.split("\n"),
  write: (map) => map.join("\n"),
  empty: ([width, height]) => Array.from({ length: height }, () => ".".repeat(width)),
  draw: () => {},
  at: (_, x, y) => `${Math.floor(x)},${Math.floor(y)}`,
  centre: (_, place) => tileAt(place),
  paint(map, place, brush, _, swapped) {
    const [x, y] = tileAt(place);
    const letter = swapped ? ({ A: "B", B: "A" }[brush] ?? brush) : brush;
    return map.map((row, at) => (at === y ? row.slice(0, x) + letter + row.slice(x + 1) : row));
  },
  look: (map, place) => map[tileAt(place)[1]][tileAt(place)[0]],
  describe: () => "",
};

test("a place has an image in every mirror, and every mirror swaps the owners", () => {
  const map = letters.empty([20, 16], undefined);
  expect([...images(letters, map, "3,2", ["horizontal", "vertical"])].sort()).toEqual([
    ["16,13", false],
    ["16,2", true],
    ["3,13", true],
    ["3,2", false],
  ]);
});

test("painting changes the images too, and leaves the old map as it was", () => {
  const map = letters.empty([4, 2], undefined);
  expect(painted(letters, map, ["0,0"], "A", [], ["rotational"])).toEqual(["A...", "...B"]);
  expect(map).toEqual(["....", "...."]);
});

test("on the axis of a mirror the painted place wins over its image", () => {
  const map = letters.empty([3, 1], undefined);
  expect(painted(letters, map, ["1,0"], "A", [], ["horizontal"])).toEqual([".A."]);
});

test("filling stops at places that look different", () => {
  const map = ["..#.", "..#.", "..#."];
  expect(region(letters, map, "0,0")).toHaveLength(6);
  expect(region(letters, map, "2,0")).toHaveLength(3);
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
