// What the map maker needs to know about a game's maps: their file, what can be painted, how they look.
// The game itself, on the server, checks whether a map can be played.

import type { Painter } from "../board/painter";

/** A place on a map: a tile, a vertex, a system. */
export type Place = string;

export interface Brush {
  key: string;
  label: string;
  /** Numbers that belong to the brush, with their bounds. */
  values?: { name: string; least: number; most: number; start: number }[];
  /** Drags from one place to another instead of painting every place it passes. */
  joins?: boolean;
}

export interface Symmetry {
  key: string;
  label: string;
}

/** What games/GAME/web/map.ts exports as `maps`. `D` is the game's type of map; painting returns a new
 * one and never changes the old one. */
export interface MapModel<D> {
  brushes: Brush[];
  symmetries: Symmetry[];
  /** The symmetries that are on if the game finds none in the map. */
  usual: string[];
  /** For files that name their symmetry: the map with this symmetry named. */
  turned?(map: D, symmetry: string): D;
  /** Whether places have neighbours, so that areas can be filled. */
  hasAreas: boolean;
  /** The sizes of a new empty map, with their bounds. */
  sizes: { name: string; least: number; most: number; start: number }[];
  /** The sizes of a map, in the order of `sizes`. */
  sizesOf(map: D): number[];
  /** The map with other sizes and as much of its content as fits, around the same centre; `board` is the
   * game's frame of some map of the new size. */
  resized?(map: D, sizes: number[], board: unknown): D;
  /** The brush and its numbers that would paint what is at a place. */
  sample(map: D, place: Place): { brush: string; values?: number[] };
  /** The generator's wishes for a map of this size. */
  sizeWish(sizes: number[]): string[];
  /** Reads a file; `board` is the game's frame of the map, if it is valid. */
  read(text: string, board: unknown): D;
  write(map: D): string;
  /** An empty map; `board` is the game's frame of some map of the same size. */
  empty(sizes: number[], board: unknown): D;
  size(map: D): [number, number];
  /** `board` is the game's frame of the map, if it is valid. */
  draw(painter: Painter, map: D, board?: unknown): void;
  at(map: D, x: number, y: number): Place | null;
  centre(map: D, place: Place): [number, number];
  paint(map: D, place: Place, brush: string, values: number[], swapped: boolean): D;
  join?(map: D, from: Place, to: Place, values: number[], brush: string): D;
  /** The image of a place under one of the symmetries; null if there is none. */
  image(map: D, place: Place, symmetry: string): Place | null;
  /** For filling: the neighbours of a place, and a text that is equal for places that look alike. */
  around(map: D, place: Place): Place[];
  look(map: D, place: Place): string;
  describe(map: D, place: Place): string;
  /** The places that the game's sentence about a fault names: they are marked on the map. */
  named?(map: D, sentence: string): Place[];
}

/** The lists of numbers in parentheses in a sentence, such as (3, -4). */
export function tuples(sentence: string): number[][] {
  const lists = sentence.matchAll(/\((-?\d+(?:, *-?\d+)+)\)/g);
  return [...lists].map(([, list]) => list.split(",").map(Number));
}

/** The place and all its images, each with whether the owners are swapped there: every mirror swaps them. */
export function images<D>(
  model: MapModel<D>,
  map: D,
  place: Place,
  symmetries: string[],
): Map<Place, boolean> {
  const found = new Map<Place, boolean>([[place, false]]);
  const queue = [place];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const symmetry of symmetries) {
      const image = model.image(map, next, symmetry);
      if (image !== null && !found.has(image)) {
        found.set(image, !found.get(next));
        queue.push(image);
      }
    }
  }
  return found;
}

/** The connected places that look like the first one. */
export function region<D>(model: MapModel<D>, map: D, place: Place): Place[] {
  const look = model.look(map, place);
  const found = new Set([place]);
  const queue = [place];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const near of model.around(map, next)) {
      if (!found.has(near) && model.look(map, near) === look) {
        found.add(near);
        queue.push(near);
      }
    }
  }
  return [...found];
}

/** Paints a place and its images. */
export function painted<D>(
  model: MapModel<D>,
  map: D,
  places: Place[],
  brush: string,
  values: number[],
  symmetries: string[],
): D {
  let next = map;
  for (const place of places) {
    const all = [...images(model, next, place, symmetries)].reverse();
    // The place itself is painted last, so that it wins on the axis of a mirror.
    for (const [image, swapped] of all) next = model.paint(next, image, brush, values, swapped);
  }
  return next;
}

/** Drags from one place to another, and between their images. */
export function dragged<D>(
  model: MapModel<D>,
  map: D,
  ends: [Place, Place],
  brush: string,
  values: number[],
  symmetries: string[],
): D {
  if (!model.join) return map;
  const pairs = new Map([[ends.join(" "), ends]]);
  const queue = [ends];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const symmetry of symmetries) {
      const [from, to] = next.map((place) => model.image(map, place, symmetry));
      if (from === null || to === null || pairs.has(`${from} ${to}`)) continue;
      pairs.set(`${from} ${to}`, [from, to]);
      queue.push([from, to]);
    }
  }
  let drawn = map;
  for (const [from, to] of pairs.values()) drawn = model.join(drawn, from, to, values, brush);
  return drawn;
}

/** Strokes that can be undone. */
const MAX_UNDO = 200;

/** The versions of a map, for undo and redo. */
export class Steps<D> {
  private past: D[] = [];
  private future: D[] = [];

  constructor(public now: D) {}

  /** Begins a stroke: all changes until the next stroke are undone together. */
  begin(): void {
    this.past.push(this.now);
    if (this.past.length > MAX_UNDO) this.past.shift();
    this.future = [];
  }

  /** Another map, as one stroke: it can be undone. */
  replace(map: D): void {
    this.begin();
    this.now = map;
  }

  /** Forgets a stroke that has changed nothing. */
  settle(): void {
    if (this.past.at(-1) === this.now) this.past.pop();
  }

  undo(): void {
    const before = this.past.pop();
    if (before === undefined) return;
    this.future.push(this.now);
    this.now = before;
  }

  redo(): void {
    const after = this.future.pop();
    if (after === undefined) return;
    this.past.push(this.now);
    this.now = after;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }
}

export const MIRRORS: Symmetry[] = [
  { key: "horizontal", label: "left-right" },
  { key: "vertical", label: "top-bottom" },
  { key: "rotational", label: "half turn" },
];

/** The image of a point between (0, 0) and (`right`, `bottom`) under one of the MIRRORS. */
export function mirrored(
  right: number,
  bottom: number,
  x: number,
  y: number,
  symmetry: string,
): [number, number] {
  return [symmetry === "vertical" ? x : right - x, symmetry === "horizontal" ? y : bottom - y];
}

/** The tiles that share an edge with a tile. */
export function neighbours(width: number, height: number, x: number, y: number): [number, number][] {
  const around: [number, number][] = [
    [x - 1, y],
    [x + 1, y],
    [x, y - 1],
    [x, y + 1],
  ];
  return around.filter(([a, b]) => a >= 0 && b >= 0 && a < width && b < height);
}

/** The column and row of a place on a field of tiles. */
export function tileAt(place: Place): [number, number] {
  return place.split(",").map(Number) as [number, number];
}

/** What the models of all rectangular fields of tiles have in common. A place is `column,row`. */
export function tileField<D>(
  size: (map: D) => [number, number],
): Pick<MapModel<D>, "size" | "hasAreas" | "image" | "around"> {
  return {
    size,
    hasAreas: true,
    image(map, place, symmetry) {
      const [width, height] = size(map);
      return mirrored(width - 1, height - 1, ...tileAt(place), symmetry).join(",");
    },
    around: (map, place) => neighbours(...size(map), ...tileAt(place)).map((tile) => tile.join(",")),
  };
}

/** A field of another size around the same centre: cut off, or filled up with new tiles. */
export function resizedRows<T>(rows: T[][], height: number, width: number, fresh: () => T): T[][] {
  const top = Math.floor((height - rows.length) / 2);
  const left = Math.floor((width - rows[0].length) / 2);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => rows[y - top]?.[x - left] ?? fresh()),
  );
}

/** The rows with one tile replaced; the old rows stay as they are. */
export function withTile<T>(rows: T[][], place: Place, tile: T): T[][] {
  const [column, row] = tileAt(place);
  return rows.with(row, rows[row].with(column, tile));
}
