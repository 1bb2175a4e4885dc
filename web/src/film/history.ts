// The history of one thing in a match.

import { at } from "./delta";
import type { Film } from "./film";

export interface Change {
  frame: number;
  text: string;
}

/** Yields every change of the part of the board that a path names, in the order of the frames. */
export async function* history(
  film: Film,
  path: string,
  state: (board: unknown, path: string) => unknown = at,
): AsyncGenerator<Change> {
  let before: unknown;
  for (let number = 0; number < film.length; number++) {
    const frame = film.frame(number) ?? (await film.load(number));
    if (!frame) return;
    const after = state(frame.board, path);
    if (after !== before) {
      const text = difference(before, after);
      if (text) yield { frame: number, text };
    }
    before = after;
  }
}

/** Describes what differs between two states of a thing; empty if they are equal. */
export function difference(before: unknown, after: unknown): string {
  if (after === undefined) return before === undefined ? "" : "is gone";
  if (before === undefined) return `appears: ${valueText(after)}`;
  if (!isRecord(before) || !isRecord(after)) {
    return JSON.stringify(before) === JSON.stringify(after)
      ? ""
      : `${valueText(before)} → ${valueText(after)}`;
  }
  const parts: string[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [a, b] = [before[key], after[key]];
    if (JSON.stringify(a) !== JSON.stringify(b))
      parts.push(`${words(key)} ${valueText(a)} → ${valueText(b)}`);
  }
  return parts.join(", ");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object";
}

/** An identifier as words: `move_cd` is "move cd". */
export function words(name: string): string {
  return name.replace(/_/g, " ");
}

/** A value as text: `{"at": [1, 2], "owner": null}` is "at (1, 2), owner none". */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : String(+value.toFixed(3));
  if (Array.isArray(value)) return `(${value.map(valueText).join(", ")})`;
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([key, part]) => {
        // `robot: "robot_5"` is "robot 5", not "robot robot 5".
        const isNamed = typeof part === "string" && part.startsWith(`${key}_`);
        return isNamed ? words(part) : `${words(key)} ${valueText(part)}`;
      })
      .join(", ");
  }
  return String(value);
}

/** A call or a reply as text: `{"move": {"robot": 3}}` is "move: robot 3". */
export function callText(value: unknown): string {
  if (typeof value === "string") return words(value);
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length === 1) return `${words(entries[0][0])}: ${valueText(entries[0][1])}`;
  }
  return valueText(value);
}
