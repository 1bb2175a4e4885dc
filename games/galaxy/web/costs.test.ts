import { describe, expect, test } from "vitest";
import { berths, LABEL, type Point, placeCosts, ways } from "./costs";

/** Systems on a grid, a little out of line, each with wormholes to some of those around it. */
function crowd(columns: number, rows: number, gap: number): { places: Point[]; holes: number[][] } {
  const places: Point[] = [];
  const holes: number[][] = [];
  for (let i = 0; i < columns * rows; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    places.push([2 + column * gap + ((i * 7) % 5) * 0.1, 2 + row * gap + ((i * 3) % 4) * 0.1]);
    const around = [i - 1, i + 1, i - columns, i + columns, i + columns + 1, i - columns - 1];
    holes.push(around.filter((to) => to >= 0 && to < columns * rows && to !== i));
  }
  return { places, holes };
}

describe.each([
  ["roomy", 5, 4, 5, 1.05],
  ["crowded", 10, 8, 2.7, 0.9],
])("a %s galaxy", (_, columns, rows, gap, radius) => {
  const { places, holes } = crowd(columns, rows, gap);
  const list = ways(places, holes, radius);
  placeCosts(list, places, radius);
  const labels = list.flatMap(({ label }) => (label ? [label] : []));

  test("costs overlap neither systems nor other costs", () => {
    expect(labels.length).toBeGreaterThan(list.length / 4);
    const touching = labels.flatMap(([x, y], i) =>
      labels
        .slice(i + 1)
        .filter(([a, b]) => Math.abs(a - x) < 2 * LABEL[0] && Math.abs(b - y) < 2 * LABEL[1])
        .map((other) => [x, y, ...other]),
    );
    expect(touching).toEqual([]);
    // Two digits are 0.56 wide and 0.36 high.
    const covered = labels.filter(([x, y]) =>
      places.some(([a, b]) => {
        const [dx, dy] = [Math.max(0, Math.abs(a - x) - 0.28), Math.max(0, Math.abs(b - y) - 0.18)];
        return Math.hypot(dx, dy) <= radius + 0.14;
      }),
    );
    expect(covered).toEqual([]);
  });

  test("both agents have room at every system", () => {
    const spots = berths(list, places, radius);
    const narrow = spots.filter(([blue, red], i) => {
      const inside = [blue, red].some(
        (at) => Math.hypot(at[0] - places[i][0], at[1] - places[i][1]) <= radius,
      );
      return inside || Math.hypot(blue[0] - red[0], blue[1] - red[1]) <= 0.5;
    });
    expect(narrow).toEqual([]);
  });
});

test("every cost of a single system has room", () => {
  const { places, holes } = crowd(5, 4, 5);
  const own = ways(places, holes, 1).filter((way) => way.from === 7);
  placeCosts(own, places, 1);
  expect(own.every(({ label }) => label !== null)).toBe(true);
});
