// The maps by game. A new game's maps are one more line here.

import { asterobotsMaps } from "./asterobots";
import { galaxyMaps } from "./galaxy";
import { homerunMaps } from "./homerun";
import { marsMaps } from "./mars";
import type { MapModel } from "./model";
import { timetravelMaps } from "./timetravel";

// Each game has its own shape of map; the map maker hands them through without looking inside.
export const MAPS: Record<string, MapModel<any>> = {
  mars: marsMaps,
  asterobots: asterobotsMaps,
  galaxy: galaxyMaps,
  timetravel: timetravelMaps,
  homerun: homerunMaps,
};
