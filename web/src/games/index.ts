// The boards and map models of all games: what games/GAME/web/board.ts and map.ts export. The list is
// made from the files, so a new game is not registered here. A game may have neither file.

import type { Board, Panels, Picture } from "../board/board";
import { DEFAULT_PANELS } from "../board/defaults";
import type { MapModel } from "../maps/model";

/** The exports by the name of the game's folder. */
function byGame<T>(found: Record<string, T>): Record<string, T | undefined> {
  return Object.fromEntries(Object.entries(found).map(([path, part]) => [path.split("/").at(-3)!, part]));
}

// Each game has its own type of frame; the viewer passes frames on without looking inside.
const BOARDS = byGame(
  import.meta.glob<Board<any>>("../../../games/*/web/board.ts", { eager: true, import: "board" }),
);

// Each game has its own type of map; the map maker passes maps on without looking inside.
const MAPS = byGame(
  import.meta.glob<MapModel<any>>("../../../games/*/web/map.ts", { eager: true, import: "maps" }),
);

/** A board with all its panels. Without a picture the position is shown as text. */
export interface WholeBoard extends Panels<any> {
  picture: Picture<any> | null;
}

/** Adds the default panels to a board, or to nothing. */
export function completed(board: Board<any> | undefined): WholeBoard {
  return { ...DEFAULT_PANELS, ...board, picture: board ?? null };
}

export const boardOf = (game: string): WholeBoard => completed(BOARDS[game]);

/** How a game's maps are drawn and painted; undefined if they are edited as text only. */
export const mapModelOf = (game: string): MapModel<any> | undefined => MAPS[game];
