// The best and the worst of many scores.

import type { Schema } from "../../api";

/** The keys with the highest and the lowest share of wins; null if there are fewer than two. */
export function extremes(scores: Record<string, Schema["Score"]>): { best: string; worst: string } | null {
  const rated = Object.entries(scores).filter(([, score]) => score.rate != null);
  if (rated.length < 2) return null;
  rated.sort(([, a], [, b]) => b.rate! - a.rate! || b.games - a.games);
  return { best: rated[0][0], worst: rated.at(-1)![0] };
}
