// Maps of Home Run: the original program's text file, which lists every tile that is not grass.

import { type MapModel, MIRRORS, resizedRows, tileAt, tileField, tuples, withTile } from "$web/maps/model";
import { drawHouse, drawTile } from "./board";

type Point = [number, number];

export interface HomeRunMap {
  name: string;
  offset: Point;
  symmetry: string;
  /** Rows from the south: `tiles[y][x]`. */
  tiles: string[][];
  hq: [Point, Point];
}

const LETTERS: Record<string, string> = { W: "~", B: "b", S: "s" };
const SIGNS: Record<string, string> = { "~": "W", b: "B", s: "S" };
const wide = (map: HomeRunMap): number => map.tiles[0].length;
const high = (map: HomeRunMap): number => map.tiles.length;

function read(text: string): HomeRunMap {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  let next = 1;
  const numbers = (): number[] => (lines[next++] ?? "").split(/\s+/).map(Number);
  const name = lines[next++] ?? "map";
  const [width, height] = numbers();
  const offset = numbers() as Point;
  const symmetry = (lines[next++] ?? "rotational").toLowerCase();
  if (!(width > 0 && height > 0 && width <= 60 && height <= 60))
    throw new Error("this is not a Home Run map: its size is missing");
  const tiles = Array.from({ length: height }, () => Array.from({ length: width }, () => "."));
  const [count] = numbers();
  for (let i = 0; i < count; i++) {
    const [letter, x, y] = (lines[next++] ?? "").split(/\s+/);
    if (tiles[Number(y)]?.[Number(x)]) tiles[Number(y)][Number(x)] = LETTERS[letter] ?? ".";
  }
  next++; // the number of pairs of headquarters, which is always 1
  return { name, offset, symmetry, tiles, hq: [numbers() as Point, numbers() as Point] };
}

function write(map: HomeRunMap): string {
  const objects: string[] = [];
  for (let x = 0; x < wide(map); x++) {
    for (let y = 0; y < high(map); y++)
      if (map.tiles[y][x] !== ".") objects.push(`${SIGNS[map.tiles[y][x]]} ${x} ${y}`);
  }
  const head = [
    "AIC2023",
    map.name,
    `${wide(map)} ${high(map)}`,
    map.offset.join(" "),
    map.symmetry,
    String(objects.length),
  ];
  return [...head, ...objects, "1", map.hq[0].join(" "), map.hq[1].join(" "), ""].join("\n");
}

export const maps: MapModel<HomeRunMap> = {
  brushes: [
    { key: ".", label: "grass" },
    { key: "~", label: "water" },
    { key: "b", label: "base" },
    { key: "s", label: "stadium" },
    { key: "A", label: "A's headquarters" },
    { key: "B", label: "B's headquarters" },
  ],
  symmetries: MIRRORS,
  usual: ["rotational"],
  turned: (map, symmetry) => ({ ...map, symmetry }),
  ...tileField((map) => [wide(map), high(map)]),
  sizes: [
    { name: "columns", least: 20, most: 60, start: 30 },
    { name: "rows", least: 20, most: 60, start: 30 },
  ],
  sizesOf: (map) => [wide(map), high(map)],
  resized(map, [columns, rows]) {
    const [left, below] = [Math.floor((columns - wide(map)) / 2), Math.floor((rows - high(map)) / 2)];
    const within = (at: number, size: number): number => Math.max(0, Math.min(size - 1, at));
    const moved = ([x, y]: Point): Point => [within(x + left, columns), within(y + below, rows)];
    const tiles = resizedRows(map.tiles, rows, columns, () => ".");
    return { ...map, tiles, hq: [moved(map.hq[0]), moved(map.hq[1])] };
  },
  sample(map, place) {
    const [x, y] = tileAt(place);
    const hq = map.hq.findIndex((at) => at[0] === x && at[1] === y);
    return { brush: hq >= 0 ? "AB"[hq] : map.tiles[y][x] };
  },
  sizeWish: ([columns, rows]) => [`size=${columns}x${rows}`],
  read,
  write,
  empty: ([columns, rows]) => ({
    name: "NewMap",
    offset: [0, 0],
    symmetry: "rotational",
    tiles: Array.from({ length: rows }, () => Array.from({ length: columns }, () => ".")),
    hq: [
      [3, 3],
      [columns - 4, rows - 4],
    ],
  }),
  draw(p, map) {
    map.tiles.forEach((tiles, y) => tiles.forEach((tile, x) => drawTile(p, tile, x, high(map) - 1 - y)));
    map.hq.forEach(([hx, hy], seat) => {
      drawHouse(p, hx + 0.5, high(map) - hy - 0.5, seat, "AB"[seat]);
    });
  },
  at(map, px, py) {
    const [x, y] = [Math.floor(px), high(map) - 1 - Math.floor(py)];
    return map.tiles[y]?.[x] ? `${x},${y}` : null;
  },
  centre: (map, place) => [tileAt(place)[0] + 0.5, high(map) - tileAt(place)[1] - 0.5],
  paint(map, place, brush, _, swapped) {
    const [x, y] = tileAt(place);
    if (brush === "A" || brush === "B") {
      const seat = (brush === "A") !== swapped ? 0 : 1;
      const hq: [Point, Point] = [map.hq[0], map.hq[1]];
      hq[seat] = [x, y];
      return { ...map, hq };
    }
    return { ...map, tiles: withTile(map.tiles, place, brush) };
  },
  named: (map, sentence) =>
    tuples(sentence)
      .filter(([x, y]) => map.tiles[y]?.[x])
      .map(([x, y]) => `${x},${y}`),
  look: (map, place) => map.tiles[tileAt(place)[1]][tileAt(place)[0]],
  describe(map, place) {
    const [x, y] = tileAt(place);
    const hq = map.hq.findIndex((at) => at[0] === x && at[1] === y);
    const what = { ".": "grass", "~": "water", b: "base", s: "stadium" }[map.tiles[y][x]] ?? "?";
    return `(${x}, ${y}): ${what}${hq >= 0 ? `, ${"AB"[hq]}'s headquarters` : ""}`;
  },
};
