// What the server says to a person who plays, and what the person may ask for.

import type { Frame, GameEvent, Head, Spot, Verdict } from "../film/film";
import { ask } from "../film/film";
import type { Call, LegalCall } from "./orders";

export interface Pass {
  turns?: number | null;
  contact?: boolean;
  attack?: boolean;
}

export interface StandingOrder {
  id: number;
  actor: number | null;
  call: Call;
  ends: boolean;
}

/** A legal call and where it belongs on the board. */
export interface Entry extends LegalCall {
  by: Spot | null;
  at: Spot | null;
}

export interface PlayState {
  version: number;
  phase: "waiting" | "turn" | "over";
  turn: number;
  round: number;
  actor: number | null;
  frame: Frame<any> | null;
  legal: Entry[] | null;
  draft: { call: Call; reply: unknown }[];
  can_undo: boolean;
  seconds_left: number | null;
  news: GameEvent[];
  notices: string[];
  pass: Pass | null;
  standing: StandingOrder[];
  verdict: Verdict | null;
  film: string | null;
}

export interface Tutorial {
  turns: { title: string; text: string; orders: Call[] }[];
}

export interface Table {
  head: Head | null;
  fog: boolean;
  seat: number;
  seats: { seat: number; phase: PlayState["phase"] }[];
  tutorial: Tutorial | null;
  state: PlayState;
}

export type Request =
  | { order: Call }
  | "undo"
  | "end"
  | { pass: Pass }
  | { stand: { call: Call; all: boolean; ends: boolean } }
  | "give_up"
  | { forget: number }
  | "wake";

export interface Answer {
  refusal: string | null;
  reply: unknown;
}

/** The board of a seat; with `from`, as soon as it is newer than that version. */
export function look(secret: string, seat: number | null, from: number | null): Promise<Table> {
  const query = new URLSearchParams();
  if (seat !== null) query.set("seat", String(seat));
  if (from !== null) query.set("from", String(from));
  return ask<Table>(`api/play/${encodeURIComponent(secret)}?${query}`);
}

export function act(secret: string, seat: number, turn: number, request: Request): Promise<Answer> {
  return ask<Answer>(`api/play/${encodeURIComponent(secret)}`, { seat, turn, request });
}
