// What a person can choose in a turn: units and places with orders, the places that orders can be aimed at, and the
// path that an open form draws.

import type { Spot } from "../film/film";
import type { Entry } from "./api";
import type { Group, Offer } from "./Orders.svelte";
import {
  type Aimed,
  aimed,
  type Call,
  ledTo,
  nameOf,
  nextSteps,
  pointsOf,
  spotOf,
  valueAt,
  walkOf,
} from "./orders";

type Point = [number, number];
/** Where a spot is on the board; null if it is not on it. */
export type PlaceOf = (spot: Spot | null) => Point | null;

export const keyOf = (spot: Spot): string => JSON.stringify(spot);

/** A unit or place with orders of its own. */
export interface Subject {
  key: string;
  spot: Spot;
  at: Point | null;
  entries: Entry[];
}

export function subjectsOf(entries: Entry[], placeOf: PlaceOf): Subject[] {
  const found = new Map<string, Subject>();
  for (const entry of entries) {
    if (!entry.by) continue;
    const key = keyOf(entry.by);
    const one = found.get(key) ?? { key, spot: entry.by, at: placeOf(entry.by), entries: [] };
    one.entries.push(entry);
    found.set(key, one);
  }
  return [...found.values()];
}

/** The orders by name. */
export function groupsOf(entries: Entry[], placeOf: PlaceOf): Group[] {
  const found = new Map<string, Group>();
  for (const entry of entries) {
    const name = nameOf(entry.call);
    const group = found.get(name) ?? { name, offers: [], whole: [] };
    const offers = aimed(entry, (spot) => placeOf(spot) !== null);
    group.offers.push(...offers.map((offer) => ({ ...offer, key: JSON.stringify(offer) })));
    group.whole.push({ call: entry.call, open: entry.open ?? [], at: entry.at });
    found.set(name, group);
  }
  return [...found.values()];
}

/** A place and the orders that can be aimed at it. */
export interface Target {
  at: Point;
  offers: Offer[];
}

export function targetsOf(groups: Group[], placeOf: PlaceOf): Target[] {
  const found = new Map<string, Target>();
  for (const offer of groups.flatMap((group) => group.offers)) {
    const at = placeOf(offer.at);
    if (!at) continue;
    const key = at.join();
    const target = found.get(key) ?? { at, offers: [] };
    target.offers.push(offer);
    found.set(key, target);
  }
  return [...found.values()];
}

/** The path of an open form, which is drawn on the board. */
export interface Route {
  path: string;
  points: Point[];
  /** Where the path can be led on to or cut off. */
  places: { at: Point; to: Point }[];
  led: (to: Point) => Point[] | null;
}

export function routeOf(form: Aimed | null, placeOf: PlaceOf): Route | null {
  for (const { path, values } of form?.open ?? []) {
    const walk = walkOf(values);
    if (!walk || !form) continue;
    const points = pointsOf(walk, valueAt(form.call, path));
    const places = [...nextSteps(walk, points), ...walk.to, ...points].flatMap((to) => {
      const at = placeOf({ tile: to });
      return at ? [{ at, to }] : [];
    });
    return { path, points, places, led: (to) => ledTo(walk, points, to) };
  }
  return null;
}

/** The lines that an open form draws: the path of an order. */
export function linesOf(form: Aimed | null, placeOf: PlaceOf): Point[][] {
  if (!form) return [];
  return form.open.flatMap(({ path }) => {
    const value = valueAt(form.call, path);
    if (!Array.isArray(value) || value.length < 2) return [];
    const points = value.map((part) => placeOf(spotOf(part as Call)));
    return points.every((point) => point !== null) ? [points as Point[]] : [];
  });
}
