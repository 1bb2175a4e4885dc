// Maps of Mars Makeover: `.awap23m`, rows of [kind, terraform value, metal].

import { type MapModel, MIRRORS, resizedRows, tileAt, tileField, withTile } from "$web/maps/model";
import { drawGround } from "./board";

type Tile = ["T" | "I" | "M", number, number];
/** The level of a base, the same in every file. */
const BASE_LEVEL = 5;
export type MarsMap = { rows: Tile[][] };

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
  ...tileField((map) => [map.rows[0].length, map.rows.length]),
  sizes: [
    { name: "rows", least: 16, most: 48, start: 24 },
    { name: "columns", least: 16, most: 48, start: 24 },
  ],
  sizesOf: ({ rows }) => [rows.length, rows[0].length],
  resized: (map, [rows, columns]) => ({
    rows: resizedRows(map.rows, rows, columns, (): Tile => ["T", 0, 0]),
  }),
  sample(map, place) {
    const [col, row] = tileAt(place);
    const [kind, level, metal] = map.rows[row][col];
    if (kind === "M") return { brush: "M", values: [metal] };
    return { brush: kind === "T" && level !== 0 ? (level > 0 ? "blue" : "red") : kind };
  },
  sizeWish: ([rows, columns]) => [`size=${rows}x${columns}`],
  read: (text) => ({ rows: JSON.parse(text) as Tile[][] }),
  write: (map) => `[\n${map.rows.map((tiles) => JSON.stringify(tiles)).join(",\n")}\n]\n`,
  empty: ([rows, columns]) => ({
    rows: Array.from({ length: rows }, () => Array.from({ length: columns }, (): Tile => ["T", 0, 0])),
  }),
  draw(p, map) {
    map.rows.forEach((tiles, r) =>
      tiles.forEach(([kind, level, metal], c) => drawGround(p, kind, level, metal, r, c)),
    );
  },
  at(map, x, y) {
    const [c, r] = [Math.floor(x), Math.floor(y)];
    return map.rows[r]?.[c] ? `${c},${r}` : null;
  },
  centre: (_, place) => [tileAt(place)[0] + 0.5, tileAt(place)[1] + 0.5],
  paint(map, place, brush, [value], swapped) {
    const blue = (brush === "blue") !== swapped;
    const tile: Tile =
      brush === "M"
        ? ["M", 0, value]
        : brush === "blue" || brush === "red"
          ? ["T", blue ? BASE_LEVEL : -BASE_LEVEL, 0]
          : [brush as "T" | "I", 0, 0];
    return { rows: withTile(map.rows, place, tile) };
  },
  named(map, sentence) {
    const tiles = [...sentence.matchAll(/row (\d+), column (\d+)/g)].map(([, row, col]) => [+col, +row]);
    return tiles.filter(([col, row]) => map.rows[row]?.[col]).map(([col, row]) => `${col},${row}`);
  },
  look(map, place) {
    const [col, row] = tileAt(place);
    return JSON.stringify(map.rows[row][col]);
  },
  describe(map, place) {
    const [col, row] = tileAt(place);
    const [kind, level, metal] = map.rows[row][col];
    const what =
      kind === "I"
        ? "rock"
        : kind === "M"
          ? `deposit of ${metal}`
          : level === 0
            ? "land"
            : `${level > 0 ? "blue" : "red"}, level ${Math.abs(level)}`;
    return `row ${row}, column ${col}: ${what}`;
  },
};
