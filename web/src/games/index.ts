// The boards and map models of all games. A game's are in games/GAME/web and are found here by their path.

import type { Board } from "../board/board";
import type { MapModel } from "../maps/model";

/** The exports by the name of the game's folder. */
function byGame<T>(found: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(found).map(([path, part]) => [path.split("/").at(-3)!, part]));
}

// Each board has its own type of frame; the shell hands frames through without looking inside.
export const BOARDS: Record<string, Board<any>> = byGame(
  import.meta.glob<Board<any>>("../../../games/*/web/board.ts", { eager: true, import: "board" }),
);

// Each game has its own shape of map; the map maker hands maps through without looking inside.
export const MAPS: Record<string, MapModel<any>> = byGame(
  import.meta.glob<MapModel<any>>("../../../games/*/web/map.ts", { eager: true, import: "maps" }),
);
