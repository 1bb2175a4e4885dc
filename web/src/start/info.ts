// What the start page knows about games, and where its small pictures come from.

import type { StillHead } from "../board/still";
import { ask, Film, fromServer } from "../film/film";

export interface GameInfo {
  id: string;
  title: string;
  about: string;
  maps: string[];
  /** The least and the greatest number of seats. */
  seats: [number, number];
  seat_names: string[];
  /** The built-in bots, weakest first, each with a sentence. */
  bots: [string, string][];
  /** By seat: the built-in bot that plays if none is chosen. */
  best: string[];
}

/** The first map of a game before the first turn. */
export async function mapPicture(game: GameInfo): Promise<[StillHead, unknown]> {
  const { text } = await ask<{ text: string }>(`api/maps/${game.id}/own/${game.maps[0]}`);
  const { board } = await ask<{ board: unknown }>(`api/maps/${game.id}/check`, { text });
  return [{ game: game.id, seats: [] }, board];
}

/** The last position of a replay, by its content address; costs the server much less than a film. */
export async function stillPicture(id: string): Promise<[StillHead, unknown]> {
  const { head, board } = await ask<{ head: StillHead; board: unknown }>(`api/stills/${id}`);
  return [head, board];
}

/** Films that are opened for pictures, one after the other: each costs the server some work. */
let queue: Promise<unknown> = Promise.resolve();

/** The last position of a match. */
export function filmPicture(name: string): Promise<[StillHead, unknown]> {
  const picture = queue.then(async (): Promise<[StillHead, unknown]> => {
    const film = await Film.open(fromServer(name));
    while (await film.grow());
    const frame = await film.load(film.length - 1);
    return [film.summary.head, frame?.board];
  });
  queue = picture.catch(() => undefined);
  return picture;
}
