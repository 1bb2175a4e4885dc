// Legal calls as a person chooses them: names, open fields, and the places that values stand for. The server
// describes the calls (agon-core, legal.rs); nothing here belongs to one game.

import type { Spot } from "../film/film";

export type Call = string | null | number | boolean | Call[] | { [key: string]: Call };

export interface Walk {
  from: [number, number];
  to: [number, number][];
  steps: [[number, number][], [number, number][]];
  rows?: [number, number, number][];
  max: number;
}

export type Values =
  | { number: { min: number; max: number } }
  | { one_of: Call[] }
  | { text: { suggestions: string[] } }
  | { list: { min: number; max: number; entries: Values } }
  | { any_of: Values[] }
  | { affordable: { price: string; funds: number } }
  | { walk: Walk };

export interface OpenField {
  path: string;
  values: Values;
}

export interface LegalCall {
  call: Call;
  open?: OpenField[];
}

/** The name of an order: "move". */
export function nameOf(call: Call): string {
  const name = typeof call === "string" ? call : isRecord(call) ? (Object.keys(call)[0] ?? "") : "";
  return name.replaceAll("_", " ");
}

function isRecord(value: Call): value is { [key: string]: Call } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value in words. */
export function words(value: Call): string {
  if (value === null) return "none";
  if (Array.isArray(value)) {
    const isPoint = value.length > 0 && value.length <= 3 && value.every((part) => typeof part === "number");
    return isPoint ? `(${value.join(", ")})` : value.map(words).join(" → ");
  }
  if (isRecord(value)) return Object.values(value).map(words).join(" ");
  return String(value).replaceAll("_", " ").toLowerCase();
}

/** The names of two fields that are the coordinates of one place. */
const COORDINATES = [
  ["x", "y"],
  ["row", "col"],
];

/** The fields of an order with coordinates as one value, and without the unit `of` that the order is for. */
function fieldsOf(fields: { [key: string]: Call }, of: string | null): Call[] {
  const [a, b] = COORDINATES.find(([one, two]) => one in fields && two in fields) ?? [];
  return Object.entries(fields).flatMap(([name, value]): Call[] => {
    if (of !== null && String(value) === of) return [];
    if (name === a) return [[value, fields[b]]];
    return name === b ? [] : [value];
  });
}

/** The values of a call in words, without its name; also without the unit `of` that it is for. */
export function valuesOf(call: Call, of: string | null = null): string {
  if (!isRecord(call)) return "";
  return Object.values(call)
    .flatMap((value) => (isRecord(value) ? fieldsOf(value, of) : [value]))
    .map((value) =>
      Array.isArray(value) && !value.every((part) => typeof part === "number")
        ? value.map(words).join(" ")
        : words(value),
    )
    .join(" ");
}

/** The whole order in words: "move robot 1 right". */
export const inWords = (call: Call): string => `${nameOf(call)} ${valuesOf(call)}`.trim();

/** The parts of a JSON pointer. */
const partsOf = (path: string): string[] =>
  path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The value at a JSON pointer. */
export function valueAt(call: Call, path: string): Call | undefined {
  let value: Call | undefined = call;
  for (const part of partsOf(path)) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (value !== undefined && isRecord(value)) value = value[part];
    else return undefined;
  }
  return value;
}

/** A copy of the call with another value at a JSON pointer. */
export function withValue(call: Call, path: string, value: Call): Call {
  const parts = partsOf(path);
  const change = (at: Call, depth: number): Call => {
    if (depth === parts.length) return value;
    const part = parts[depth];
    if (Array.isArray(at))
      return at.map((entry, i) => (i === Number(part) ? change(entry, depth + 1) : entry));
    if (isRecord(at)) return { ...at, [part]: change(at[part] ?? null, depth + 1) };
    return at;
  };
  return change(call, 0);
}

/** What a field is called: the last word of its path. */
export function labelOf(path: string): string {
  const last = partsOf(path).at(-1) ?? "";
  return /^\d+$/.test(last) ? `value ${Number(last) + 1}` : last.replaceAll("_", " ");
}

/** The kind of values that makes sense now: the first of several. */
export function sensible(values: Values): Values {
  return "any_of" in values ? sensible(values.any_of[0]) : values;
}

/** The largest number that can be chosen once the other fields have these values. */
export function mostOf(values: Values, call: Call): number {
  const kind = sensible(values);
  if ("number" in kind) return kind.number.max;
  if ("affordable" in kind) {
    const price = Number(valueAt(call, kind.affordable.price)) || 1;
    return Math.floor(kind.affordable.funds / Math.max(1, price));
  }
  return 0;
}

/** The values that can be listed. */
export function listed(values: Values): Call[] {
  const kind = sensible(values);
  if ("one_of" in kind) return kind.one_of;
  if ("text" in kind) return kind.text.suggestions;
  if ("walk" in kind) return kind.walk.to.map((to) => shortestWalk(kind.walk, to)).filter((w) => w !== null);
  return [];
}

/** A first value for a field. */
export function firstOf(values: Values, own: Call | undefined): Call {
  const kind = sensible(values);
  if ("number" in kind) {
    const number = typeof own === "number" ? own : kind.number.min;
    return Math.max(kind.number.min, Math.min(kind.number.max, number));
  }
  if ("affordable" in kind) return 1;
  const choices = listed(kind);
  if (own !== undefined && own !== null && choices.some((choice) => same(choice, own))) return own;
  if (choices.length > 0) return choices[0];
  if ("list" in kind)
    return Array.from({ length: kind.list.min }, () => firstOf(kind.list.entries, undefined));
  return own ?? "";
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The place that a value stands for: a point, a name, or the end of a path. */
export function spotOf(value: Call): Spot | null {
  if (typeof value === "string") return { unit: value };
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every((part) => typeof part === "number")) {
    return value.length === 2 || value.length === 3 ? { tile: value as number[] } : null;
  }
  const last = value[value.length - 1];
  return Array.isArray(last) || typeof last === "string" ? spotOf(last) : null;
}

/** A call with some fields chosen and the others open, and the place that it is aimed at. */
export interface Aimed {
  call: Call;
  open: OpenField[];
  at: Spot | null;
}

/** The most values of one field that are offered as places on the board. */
const MAX_PLACES = 400;

/** The calls that an entry offers, one for each place that it can be aimed at. */
export function aimed(
  entry: LegalCall & { by?: Spot | null; at?: Spot | null },
  isPlace: (spot: Spot) => boolean,
): Aimed[] {
  const open = entry.open ?? [];
  // A unit's order that is aimed at nothing has values that only look like places, such as a colour.
  const isAimed = entry.at != null || entry.by == null;
  for (const field of isAimed ? open : []) {
    const found = listed(field.values)
      .slice(0, MAX_PLACES)
      .flatMap((value): Aimed[] => {
        const spot = spotOf(value);
        if (!spot || !isPlace(spot)) return [];
        // A path can be changed after its end was chosen.
        const rest = walkOf(field.values) ? open : open.filter((other) => other !== field);
        return [{ call: withValue(entry.call, field.path, value), open: rest, at: spot }];
      });
    if (found.length > 0) return found;
  }
  return [{ call: entry.call, open, at: open.length > 0 && !entry.at ? null : (entry.at ?? null) }];
}

/** Whether an order has the values of a part of it. */
export function fits(part: Call, call: Call | undefined): boolean {
  if (!isRecord(part)) return same(part, call);
  return call !== undefined && isRecord(call) && Object.keys(part).every((key) => fits(part[key], call[key]));
}

/** The form of an order: a sensible value in every open field. */
export function formOf(offer: Aimed): Aimed {
  let call = offer.call;
  for (const { path, values } of offer.open)
    call = withValue(call, path, firstOf(values, valueAt(call, path)));
  return { ...offer, call };
}

/** The walks that a field allows, if it is a path. */
export function walkOf(values: Values): Walk | null {
  if ("walk" in values) return values.walk;
  return "any_of" in values ? (values.any_of.map(walkOf).find((walk) => walk !== null) ?? null) : null;
}

/** The points of a path as far as each follows from the one before; at least its first one. */
export function pointsOf(walk: Walk, value: Call | undefined): [number, number][] {
  const points = Array.isArray(value) ? (value as [number, number][]) : [];
  const path: [number, number][] = [walk.from];
  for (const point of points.slice(1)) {
    if (!nextSteps(walk, path).some((step) => same(step, point))) break;
    path.push(point);
  }
  return path;
}

/** A path after a click: cut off at a point of its own, or led on to another point; null if that cannot be. */
export function ledTo(walk: Walk, path: [number, number][], to: [number, number]): [number, number][] | null {
  const known = path.findIndex((point) => same(point, to));
  if (known >= 0) return path.slice(0, known + 1);
  const rest = { ...walk, from: path[path.length - 1], max: walk.max - path.length + 1 };
  const way = shortestWalk(rest, to);
  return way && [...path, ...way.slice(1)];
}

/** A shortest walk to a point; null if there is none. */
export function shortestWalk(walk: Walk, to: [number, number]): [number, number][] | null {
  const rows = walk.rows && new Map(walk.rows.map(([y, low, high]) => [y, [low, high]]));
  const key = ([x, y]: [number, number]): string => `${x},${y}`;
  const before = new Map<string, [number, number] | null>([[key(walk.from), null]]);
  const queue: [number, number][] = [walk.from];
  const bounds = [0, 1].map((axis) => {
    const all = [walk.from, ...walk.to].map((point) => point[axis]);
    return [Math.min(...all) - 2, Math.max(...all) + 2];
  });
  const isOpen = ([x, y]: [number, number]): boolean => {
    if (!rows) return [x, y].every((at, axis) => at >= bounds[axis][0] && at <= bounds[axis][1]);
    const row = rows.get(y);
    return row !== undefined && x >= row[0] && x <= row[1];
  };
  for (let head = 0; head < queue.length; head++) {
    const here = queue[head];
    if (here[0] === to[0] && here[1] === to[1]) {
      const path: [number, number][] = [];
      for (let at: [number, number] | null = here; at; at = before.get(key(at)) ?? null) path.unshift(at);
      return path.length <= walk.max ? path : null;
    }
    for (const [dx, dy] of walk.steps[Math.abs(here[0] + here[1]) % 2]) {
      const next: [number, number] = [here[0] + dx, here[1] + dy];
      if (before.has(key(next)) || !isOpen(next)) continue;
      before.set(key(next), here);
      queue.push(next);
    }
  }
  return null;
}

/** The points that a walk can go to next. */
export function nextSteps(walk: Walk, path: [number, number][]): [number, number][] {
  const here = path.at(-1) ?? walk.from;
  return walk.steps[Math.abs(here[0] + here[1]) % 2]
    .map(([dx, dy]): [number, number] => [here[0] + dx, here[1] + dy])
    .filter(
      ([x, y]) => !walk.rows || walk.rows.some(([row, low, high]) => row === y && x >= low && x <= high),
    );
}
