// The film of a game as the viewer loads it.

import type { Json } from "../film/delta";
import type { Source, Summary } from "../film/film";
import { Lost, refusal } from "./api";
import { viewHeaders } from "./view";

async function fetched<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: viewHeaders() }).catch(() => {
    throw new Lost();
  });
  const body = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, body);
  return body as T;
}

/** The film of a game of a match. */
export function filmOf(match: number, game: number): Source {
  const path = `/api/v1/matches/${match}/games/${game}/film`;
  return {
    page: null,
    // A film of the server is complete from the start.
    summary: () => fetched<Summary>(path),
    chunk: (number) => fetched<Json[]>(`${path}/chunks/${number}`),
  };
}
