// Maps of Mars Makeover: `.awap23m`, rows of [kind, terraform value, metal].

import { type MapModel, MIRRORS, mirrored, neighbours } from "$web/maps/model";
import { drawGround } from "./board";

type Tile = ["T" | "I" | "M", number, number];
/** The level of a base: the file knows no other. */
const BASE = 5;
export type MarsMap = { rows: Tile[][] };

const [row, col] = [
  (place: string) => Number(place.split(",")[0]),
  (place: string) => Number(place.split(",")[1]),
];

export const maps: MapModel<MarsMap> = {
  brushes: [
    { key: "T", label: "land" },
    { key: "I", label: "rock" },
    { key: "M", label: "deposit", values: [{ name: "metal", least: 5, most: 25, start: 10 }] },
    { key: "blue", label: "blue's base" },
    { key: "red", label: "red's base" },
  ],
  symmetries: MIRRORS,
  usual: ["rotational"],
  hasAreas: true,
  sizes: [
    { name: "rows", least: 16, most: 48, start: 24 },
    { name: "columns", least: 16, most: 48, start: 24 },
  ],
  sizeWish: ([rows, columns]) => [`size=${rows}x${columns}`],
  read: (text) => ({ rows: JSON.parse(text) as Tile[][] }),
  write: (map) => `[\n${map.rows.map((tiles) => JSON.stringify(tiles)).join(",\n")}\n]\n`,
  empty: ([rows, columns]) => ({
    rows: Array.from({ length: rows }, () => Array.from({ length: columns }, (): Tile => ["T", 0, 0])),
  }),
  size: (map) => [map.rows[0].length, map.rows.length],
  draw(p, map) {
    map.rows.forEach((tiles, r) =>
      tiles.forEach(([kind, level, metal], c) => drawGround(p, kind, level, metal, r, c)),
    );
  },
  at(map, x, y) {
    const [r, c] = [Math.floor(y), Math.floor(x)];
    return map.rows[r]?.[c] ? `${r},${c}` : null;
  },
  centre: (_, place) => [col(place) + 0.5, row(place) + 0.5],
  paint(map, place, brush, [value], swapped) {
    const blue = (brush === "blue") !== swapped;
    const tile: Tile =
      brush === "M"
        ? ["M", 0, value]
        : brush === "blue" || brush === "red"
          ? ["T", blue ? BASE : -BASE, 0]
          : [brush as "T" | "I", 0, 0];
    const rows = map.rows.slice();
    rows[row(place)] = rows[row(place)].slice();
    rows[row(place)][col(place)] = tile;
    return { rows };
  },
  image(map, place, symmetry) {
    const [c, r] = mirrored(map.rows[0].length, map.rows.length, col(place), row(place), symmetry);
    return `${r},${c}`;
  },
  around: (map, place) =>
    neighbours(map.rows[0].length, map.rows.length, col(place), row(place)).map(([c, r]) => `${r},${c}`),
  look: (map, place) => JSON.stringify(map.rows[row(place)][col(place)]),
  describe(map, place) {
    const [kind, level, metal] = map.rows[row(place)][col(place)];
    const what =
      kind === "I"
        ? "rock"
        : kind === "M"
          ? `deposit of ${metal}`
          : level === 0
            ? "land"
            : `${level > 0 ? "blue" : "red"}, level ${Math.abs(level)}`;
    return `row ${row(place)}, column ${col(place)}: ${what}`;
  },
};
