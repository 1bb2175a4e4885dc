// The film of a game as the viewer loads it: of one that has ended, or of one that is being played.

import type { Json } from "../film/delta";
import type { Source, Summary } from "../film/film";
import { Lost, Refused, refusal } from "./api";
import { live } from "./live.svelte";
import { viewHeaders } from "./view";

/** How often a viewer asks for more of a game that is being played. */
const PACE_MS = 400;
/** The time until the next attempt while the server is lost or has no film. */
const RETRY_MS = 1200;

async function fetched<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: viewHeaders() }).catch(() => {
    throw new Lost();
  });
  const body = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, body);
  return body as T;
}

/** Whether the film may be there a moment later: the game has not begun or begins again, the server is lost or busy. */
function passes(error: unknown): boolean {
  if (error instanceof Lost) live.missed();
  return error instanceof Lost || (error instanceof Refused && [404, 503].includes(error.status));
}

interface Options {
  /** The seat whose knowledge is shown; null for everything. */
  seat?: number | null;
  /** Whether the game is being played: the first answer waits until it has begun. */
  isLive?: boolean;
  /** Milliseconds between two questions for more frames. */
  pace?: number;
}

/** The film of a game of a match. */
export function filmOf(match: number, game: number, options: Options = {}): Source {
  const { seat = null, isLive = false, pace = PACE_MS } = options;
  const path = `/api/v1/matches/${match}/games/${game}/film`;
  const query = (from?: number): string => {
    const asked = new URLSearchParams();
    if (seat !== null) asked.set("seat", String(seat));
    if (from !== undefined) asked.set("from", String(from));
    return asked.size ? `?${asked}` : "";
  };
  let isClosed = false;
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  async function summary(from?: number): Promise<Summary> {
    if (from === undefined && !isLive) return fetched(path + query());
    if (from !== undefined) await wait(pace);
    while (!isClosed) {
      try {
        return await fetched<Summary>(path + query(from));
      } catch (error) {
        if (!passes(error)) throw error;
      }
      await wait(RETRY_MS);
    }
    throw new Error("The film was closed.");
  }
  return {
    page: null,
    summary,
    chunk: (number) => fetched<Json[]>(`${path}/chunks/${number}${query()}`),
    close: () => {
      isClosed = true;
    },
  };
}
