// What the map maker needs to know of a game's maps: their file, what can be painted, how they look.
// Whether a map can be played is judged by the game itself, on the server.

import type { Painter } from "../board/painter";

/** A place on a map: a tile, a vertex, a system. */
export type Place = string;

export interface Brush {
  key: string;
  label: string;
  /** Numbers that go with it, with their bounds. */
  values?: { name: string; least: number; most: number; start: number }[];
  /** Drags from one place to another instead of painting every place it passes. */
  joins?: boolean;
}

export interface Symmetry {
  key: string;
  label: string;
}

/** A map as it is being drawn; `D` is the game's own shape of it. Drawing never changes one in place. */
export interface MapModel<D> {
  brushes: Brush[];
  symmetries: Symmetry[];
  /** Those that are on where the map does not say which it has. */
  usual: string[];
  /** The map with this symmetry named in its file, where the file names one. */
  turned?(map: D, symmetry: string): D;
  /** Whether places lie side by side, so that areas can be filled. */
  hasAreas: boolean;
  /** What a new empty map needs: sizes, with their bounds. */
  sizes: { name: string; least: number; most: number; start: number }[];
  /** The generator's wishes for a map of this size. */
  sizeWish(sizes: number[]): string[];
  /** From a file; `board` is the game's own picture of it, if it can be played. */
  read(text: string, board: unknown): D;
  write(map: D): string;
  /** Nothing on it; `board` is a picture of some map of the same size. */
  empty(sizes: number[], board: unknown): D;
  size(map: D): [number, number];
  /** `board` is the game's own picture of the map, if it can be played as it is drawn. */
  draw(painter: Painter, map: D, board?: unknown): void;
  at(map: D, x: number, y: number): Place | null;
  centre(map: D, place: Place): [number, number];
  paint(map: D, place: Place, brush: string, values: number[], swapped: boolean): D;
  join?(map: D, from: Place, to: Place, values: number[], brush: string): D;
  /** The image of a place under one of the symmetries; null if there is none. */
  image(map: D, place: Place, symmetry: string): Place | null;
  /** For filling: what is around a place, and what makes two places alike. */
  around(map: D, place: Place): Place[];
  look(map: D, place: Place): string;
  describe(map: D, place: Place): string;
}

/** The place and all its images; every step through a mirror swaps the owners. */
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
    // The place itself comes last, so that on a mirror's axis it wins.
    for (const [image, swapped] of all) next = model.paint(next, image, brush, values, swapped);
  }
  return next;
}

/** Drags from one place to another, and so between their images. */
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

/** What has been drawn, to go back and forth in. */
export class Steps<D> {
  private past: D[] = [];
  private future: D[] = [];

  constructor(public now: D) {}

  /** Begins a stroke: everything until the next one is undone together. */
  begin(): void {
    this.past.push(this.now);
    if (this.past.length > 200) this.past.shift();
    this.future = [];
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

/** The image of a tile on a field of tiles. */
export function mirrored(
  width: number,
  height: number,
  x: number,
  y: number,
  symmetry: string,
): [number, number] {
  return [symmetry === "vertical" ? x : width - 1 - x, symmetry === "horizontal" ? y : height - 1 - y];
}

/** The tiles around a tile. */
export function neighbours(width: number, height: number, x: number, y: number): [number, number][] {
  const around: [number, number][] = [
    [x - 1, y],
    [x + 1, y],
    [x, y - 1],
    [x, y + 1],
  ];
  return around.filter(([a, b]) => a >= 0 && b >= 0 && a < width && b < height);
}
