// What can be pointed at: units, buildings, portals and tiles, with their state.

import type { Thing } from "$web/board/board";
import { type Building, NAMES, type TimeTravelBoard } from "./frame";

export function unit(b: TimeTravelBoard, id: string): Thing {
  const u = b.units[id];
  return {
    name: `${u.type} ${id}`,
    path: `units.${id}`,
    rows: [
      ["player", NAMES[u.owner]],
      ["level", String(u.level)],
      ["hit points", `${u.hp} of ${u.full_hp}`],
      ["place", `(${u.x}, ${u.y}) in the ${b.periods[u.z]}`],
    ],
  };
}

export function building(b: TimeTravelBoard, id: string): Thing {
  const o = b.buildings[id];
  return {
    name: `${o.type} ${id}`,
    path: `buildings.${id}`,
    rows: [
      ["player", NAMES[o.owner]],
      ["level", String(o.level)],
      ["hit points", `${o.hp} of ${o.full_hp}`],
      ["place", `(${o.x}, ${o.y}) in the ${b.periods[o.z]}`],
      ["finished", o.complete ? "yes" : "no"],
      ["depends on its past", o.linked ? "yes" : "no"],
      ["trains", o.training ? `${o.training}, ${o.progress[0]} of ${o.progress[1]} turns` : "nothing"],
    ],
  };
}

export function portal(b: TimeTravelBoard, id: string): Thing {
  const o = b.portals[id];
  return {
    name: `portal ${id}`,
    path: `portals.${id}`,
    rows: [
      ["place", `(${o.x}, ${o.y}) in the ${b.periods[o.z]}`],
      ["leads to", `the ${b.periods[o.z + o.direction] ?? "?"}`],
      ["fee", `${o.fee} gold`],
    ],
  };
}

/** A tile without units, buildings or portals. */
export function tile(b: TimeTravelBoard, x: number, y: number, z: number): Thing {
  const kind = { ".": "free", "#": "rock", "~": "closed to steps", ",": "closed to buildings" }[
    b.ground[z][y + b.radius][x + b.radius]
  ];
  return {
    name: `(${x}, ${y}) in the ${b.periods[z]}`,
    path: `tile.${x}.${y}.${z}`,
    rows: [["ground", kind ?? "?"]],
  };
}

export const covers = (o: Building, x: number, y: number, z: number): boolean =>
  o.z === z && x >= o.x && x < o.x + o.size && y >= o.y && y < o.y + o.size;
