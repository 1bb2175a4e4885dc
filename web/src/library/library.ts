// The replays and runs that the program was started with: their types, sorting and filtering, and the list
// through which the player goes to the next match.

import { figure } from "../board/board";

export interface MatchRow {
  /** The content address of the replay, which names its film. */
  id: string;
  file: string;
  fault?: string;
  game?: string;
  title?: string;
  score?: string;
  map?: string;
  seed?: number;
  rules?: string;
  /** Name of the seat, name of the bot. */
  seats?: [string, string][];
  ranks?: number[];
  scores?: number[];
  reason?: string;
  rounds?: number;
  faults?: number | null;
  date?: string | null;
}

export interface RunRow {
  id: string;
  folder: string;
  fault?: string;
  kind: string;
  game: string;
  title: string;
  date: string;
  entrants: number;
  games: number;
}

export interface Listing {
  paths: string[];
  matches: MatchRow[];
  runs: RunRow[];
  more: boolean;
  faults: string[];
}

export interface Standings {
  columns: string[];
  /** Place, name, values. */
  rows: [string, string, string[]][];
}

export interface Meeting {
  names: string[];
  scores: number[];
  winner: string | null;
  over: boolean;
  note: string | null;
  games: string[];
}

export interface Round {
  number: number;
  title: string;
  meetings: Meeting[];
  idle: [string, string][];
}

export interface RunGame {
  key: string;
  seats: string[];
  map: string;
  seed: number;
  ranks: number[] | null;
  scores: number[];
  rounds: number | null;
  reason: string | null;
  faults: (string | null)[];
  /** The content address of the replay; null if it was not kept. */
  film: string | null;
}

export interface RunReport {
  id: string;
  folder: string;
  kind: string;
  format: string | null;
  game: string;
  title: string;
  rules: string;
  date: string;
  finished: boolean | null;
  standings: Standings | null;
  ratings: Standings;
  cross: { names: string[]; cells: { points: number; games: number }[][] } | null;
  rounds: Round[];
  bracket: boolean;
  games: RunGame[];
  notes: string[];
}

export const COLUMNS = [
  "game",
  "map",
  "seed",
  "players",
  "winner",
  "score",
  "length",
  "faults",
  "date",
] as const;
export type Column = (typeof COLUMNS)[number];

/** The seats that share the first place. */
export function winners(ranks: number[] | null | undefined): number[] {
  return (ranks ?? []).flatMap((rank, seat) => (rank === 1 ? [seat] : []));
}

/** A bot's name without the prefix of built-in bots. */
export const short = (bot: string): string => bot.replace(/^builtin:/, "");

/** The winner's name, or "draw". */
export function winnerName(row: MatchRow): string {
  const first = winners(row.ranks);
  if (!row.seats || first.length === 0) return "";
  return first.length === 1 ? short(row.seats[first[0]]?.[1] ?? "") : "draw";
}

/** The scores, best first. */
export function scoreText(scores: number[] = [], ranks: number[] = []): string {
  const order = scores.map((_, seat) => seat).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  return order.map((seat) => figure(scores[seat])).join(" : ");
}

function value(row: MatchRow, column: Column): string | number {
  const best = (row.scores ?? [])[winners(row.ranks)[0] ?? 0] ?? Number.NEGATIVE_INFINITY;
  const values: Record<Column, string | number> = {
    game: row.title ?? "",
    map: row.map ?? "",
    seed: row.seed ?? -1,
    players: (row.seats ?? []).map(([, bot]) => short(bot)).join(" "),
    winner: winnerName(row),
    score: best,
    length: row.rounds ?? -1,
    faults: row.faults ?? -1,
    date: row.date ?? "",
  };
  return values[column];
}

/** A new list in the order of a column; equal rows are sorted by file. */
export function sorted(rows: MatchRow[], column: Column, descending: boolean): MatchRow[] {
  const compare = (a: string | number, b: string | number): number =>
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), "en", { numeric: true });
  const sign = descending ? -1 : 1;
  return [...rows].sort(
    (a, b) => sign * compare(value(a, column), value(b, column)) || compare(a.file, b.file),
  );
}

/** The rows in which every word occurs somewhere. */
export function filtered(rows: MatchRow[], words: string, game: string): MatchRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (game && row.game !== game) return false;
    const text = [row.title, row.map, row.seed, row.rules, row.file, row.date, row.reason, winnerName(row)]
      .concat((row.seats ?? []).flat())
      .join(" ")
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** A list of matches that was shown, and the address of the page that showed it. */
interface List {
  back: string;
  ids: string[];
}

/** Remembers the list from which a match is opened, for this tab of the browser. */
export function rememberList(back: string, ids: string[]): void {
  try {
    sessionStorage.setItem("agon-list", JSON.stringify({ back, ids }));
  } catch {
    // Without storage, or with a list that is too long for it, the player has no next match.
  }
}

export interface Neighbours {
  back: string;
  number: number;
  of: number;
  previous: string | null;
  next: string | null;
}

/** The matches before and after a match in the remembered list; null if it is not in the list. */
export function neighbours(id: string): Neighbours | null {
  try {
    const { back, ids } = JSON.parse(sessionStorage.getItem("agon-list") ?? "") as List;
    const at = ids.indexOf(id);
    if (at < 0) return null;
    return {
      back,
      number: at + 1,
      of: ids.length,
      previous: ids[at - 1] ?? null,
      next: ids[at + 1] ?? null,
    };
  } catch {
    return null;
  }
}
