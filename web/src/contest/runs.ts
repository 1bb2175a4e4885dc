// Runs as the pages show them: what a report contains, and its columns in words.

import type { Meeting, Round } from "../library/library";
import { api, need, type Schema } from "./api";

/** A place of the standings; without a rank the entrant has left or is still playing. */
export interface Place {
  rank: number | null;
  name: string;
  values: number[];
}

export interface Share {
  points: number;
  games: number;
}

/** The report of a run, as the command line writes it into `report.json`; leagues have no rounds. */
export interface Report {
  format?: string;
  finished?: boolean;
  rounds?: Round[];
  columns?: string[];
  standings?: Place[];
  table?: {
    lines: { name: string; elo: number; error: number; games: number }[];
    head_to_head: Share[][];
  } | null;
  notes?: string[];
  rulings?: string[];
  remarks?: string[];
}

/** A round with its state on the server. */
export interface StagedRound extends Round {
  state: Schema["RoundState"];
}

export const FORMATS: Record<string, string> = {
  "round-robin": "round robin",
  arena: "arena",
  gauntlet: "gauntlet",
  swiss: "Swiss",
  mcmahon: "McMahon",
  single: "single elimination",
  double: "double elimination",
  pods: "Swiss in pods",
};

export const isBracket = (format: string | undefined): boolean => format === "single" || format === "double";
export const isSwiss = (format: string | undefined): boolean => format === "swiss" || format === "mcmahon";

const COLUMNS: Record<string, string> = {
  points: "Points: a win is 1, a draw ½, a bye 1.",
  MMS: "McMahon score: the start score plus the points of all rounds.",
  wins: "Meetings won; a draw counts half.",
  SOS: "Sum of the scores of all opponents: it is larger if the opponents were stronger.",
  "SOS-1": "SOS without the weakest opponent.",
  "SOS-2": "SOS without the two weakest opponents.",
  SOSOS: "Sum of the SOS of all opponents.",
  SODOS: "Sum of the scores of the opponents that were beaten; half of it for a draw.",
  CUSS: "Sum of the own scores after each round: early wins count more.",
  games: "Points from single games, also of meetings that were lost.",
  DC: "Direct comparison of the teams that are tied so far.",
  seed: "The place in the seed order.",
  firsts: "First places at tables.",
};

/** What a column of the standings means. */
export const columnText = (column: string): string => COLUMNS[column] ?? "";

/** A value of the standings: halves as fractions. */
export function valueText(value: number): string {
  const whole = Math.floor(value);
  if (value - whole === 0.5) return `${whole || ""}½`;
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** The matches of a run's games that the person may see, by the keys of the games; a repeated game has its last match. */
export async function matchesOf(event: string, run: number): Promise<Map<string, Schema["MatchInfo"]>> {
  const found = new Map<string, Schema["MatchInfo"]>();
  let cursor: number | undefined;
  do {
    const query = { run, limit: 200, cursor };
    const page = await need(
      api.GET("/api/v1/events/{event}/matches", { params: { path: { event }, query } }),
    );
    // Newest first.
    for (const match of page.matches) if (match.game && !found.has(match.game)) found.set(match.game, match);
    cursor = page.next ?? undefined;
  } while (cursor);
  return found;
}

export async function roundsOf(run: number): Promise<StagedRound[]> {
  const rounds = await need(api.GET("/api/v1/runs/{id}/rounds", { params: { path: { id: run } } }));
  return rounds.map(({ state, round }) => ({ ...(round as unknown as Round), state }));
}

export async function reportOf(run: number): Promise<Report> {
  const found = await need(api.GET("/api/v1/runs/{id}/report", { params: { path: { id: run } } }));
  return found.report as Report;
}

/** The result of a meeting: "2 : 1", or nothing before it has begun. */
export function scoreText({ scores, over }: Meeting): string {
  if (!over && scores.every((score) => score === 0)) return "";
  return scores.map(valueText).join(" : ");
}
