// The lines of the leaderboard: places, trend, last results; pure functions of what the server says.

import type { Schema } from "../../api";

export interface Ranked {
  number: number;
  name: string;
  elo: number;
  error: number;
  best_place: number;
  worst_place: number;
  games: number;
  won: number;
  shared: number;
  lost: number;
  /** Why the team does not take part: withdrawn or disqualified. */
  state?: string | null;
  place: number;
  /** Places gained since the earlier board; null without games then. */
  trend: number | null;
  /** The last results, newest first. */
  form: Schema["FormInfo"][];
}

type Line = Schema["RatedInfo"];

/** Teams that have played, from strongest to weakest, then the others. */
const ordered = (lines: Line[]): Line[] => [
  ...lines.filter(({ games }) => games > 0),
  ...lines.filter(({ games }) => games === 0),
];

export function rank(
  now: Line[],
  earlier: Line[],
  form: Record<string, Schema["FormInfo"][] | undefined>,
): Ranked[] {
  const before = new Map(
    ordered(earlier).flatMap((line, i) => (line.games > 0 ? [[line.number, i + 1] as const] : [])),
  );
  return ordered(now).map((line, i) => {
    const was = before.get(line.number);
    return {
      ...line,
      place: i + 1,
      trend: was === undefined || line.games === 0 ? null : was - (i + 1),
      form: form[line.number] ?? [],
    };
  });
}

/** The lowest and the highest rating that error bars reach. Bars of teams without games do not count. */
export function span(rows: Ranked[]): [number, number] {
  const played = rows.filter(({ games }) => games > 0);
  if (played.length === 0) return [0, 1];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { elo, error } of played) {
    low = Math.min(low, elo - error);
    high = Math.max(high, elo + error);
  }
  return [low, Math.max(high, low + 1)];
}

/** "3", or "2 to 5". */
export const rangeText = ({ best_place, worst_place }: Ranked): string =>
  best_place === worst_place ? String(best_place) : `${best_place} to ${worst_place}`;

/** A time as fields for date and time have it, in the browser's zone. */
export function localTime(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
