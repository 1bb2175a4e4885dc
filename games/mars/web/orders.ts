// The orders of Mars Makeover in words.

import type { Told } from "$web/board/board";
import type { Order } from "$web/film/film";

interface Call {
  spawn?: { type: string | null; row: number; col: number };
  move?: { robot: string; direction: string | null };
  act?: { robot: string };
  transform?: { robot: string; type: string | null };
}

interface Reply {
  spawned?: { name: string };
  rammed?: { victim: { name: string } };
  explored?: { tiles: unknown[] };
  mined?: { metal: number };
  terraformed?: { row: number; col: number; value: number };
}

const robot = (name: string): string => name.replace("_", " ");
const direction = (word: string | null): string => (word ?? "nowhere").toLowerCase().replace("_", "-");

export function order([, , said, answer]: Order): Told | null {
  const call = said as Call;
  const reply = (answer ?? {}) as Reply;
  if (call.spawn) {
    const { type, row, col } = call.spawn;
    const path = reply.spawned ? `robots.${reply.spawned.name}` : `terraform.${row}.${col}`;
    const name = reply.spawned ? `, ${robot(reply.spawned.name)},` : "";
    return { text: `builds a robot${name} as ${type ?? "nothing"} at row ${row}, column ${col}`, path };
  }
  if (call.move) {
    const rammed = reply.rammed ? ` and rams ${robot(reply.rammed.victim.name)}` : "";
    return {
      text: `moves ${robot(call.move.robot)} ${direction(call.move.direction)}${rammed}`,
      path: `robots.${call.move.robot}`,
    };
  }
  if (call.act) {
    const done = reply.explored
      ? `explores ${reply.explored.tiles.length} tiles`
      : reply.mined
        ? `mines ${reply.mined.metal} metal`
        : reply.terraformed
          ? `terraforms row ${reply.terraformed.row}, column ${reply.terraformed.col} to level ${reply.terraformed.value}`
          : "acts";
    return { text: `${robot(call.act.robot)} ${done}`, path: `robots.${call.act.robot}` };
  }
  if (call.transform)
    return {
      text: `rebuilds ${robot(call.transform.robot)} as ${call.transform.type ?? "nothing"}`,
      path: `robots.${call.transform.robot}`,
    };
  return null;
}
