// The boards by game. A new game's board is one more line here.

import type { Board } from "../board/board";
import { asterobots } from "./asterobots/board";
import { galaxy } from "./galaxy/board";
import { homerun } from "./homerun/board";
import { mars } from "./mars/board";
import { timetravel } from "./timetravel/board";

// Each board has its own type of frame; the shell hands frames through without looking inside.
export const BOARDS: Record<string, Board<any>> = { mars, asterobots, galaxy, timetravel, homerun };
