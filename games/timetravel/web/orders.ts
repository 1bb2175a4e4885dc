// The orders of Time Travel in words.

import type { Told } from "$web/board/board";
import type { Order } from "$web/film/film";
import type { TimeTravelBoard } from "./frame";

interface Act {
  unit: number;
  x: number;
  y: number;
  type?: string | null;
}

interface Call {
  move?: Act;
  attack?: Act;
  paint?: Act;
  build?: Act;
  warp?: { unit: number };
  train?: { building: number; type: string };
  cancel?: { building: number };
}

interface Reply {
  attacked?: { hit: number; destroyed: number };
  painted?: { gold: number[] };
  built?: { complete: boolean };
  warped?: { z: number };
}

/** A kind with its article. */
const one = (kind: string): string => `${/^[AEIO]/.test(kind) ? "an" : "a"} ${kind.toLowerCase()}`;

export function order([, , said, answer]: Order, b: TimeTravelBoard): Told | null {
  const call = said as Call;
  const reply = (answer ?? {}) as Reply;
  const unit = (id: number): string => `${(b.units[id]?.type ?? "unit").toLowerCase()} ${id}`;
  const house = (id: number): string => `${(b.buildings[id]?.type ?? "building").toLowerCase()} ${id}`;
  const acts: [Act | undefined, (act: Act) => string][] = [
    [call.move, ({ unit: id, x, y }) => `moves ${unit(id)} to (${x}, ${y})`],
    [
      call.attack,
      ({ unit: id, x, y }) =>
        `attacks (${x}, ${y}) with ${unit(id)}${reply.attacked ? `: hits ${reply.attacked.hit}, destroys ${reply.attacked.destroyed}` : ""}`,
    ],
    [
      call.paint,
      ({ unit: id, x, y }) =>
        `lets ${unit(id)} paint at (${x}, ${y})${reply.painted ? `: ${reply.painted.gold.reduce((sum, gold) => sum + gold, 0)} gold` : ""}`,
    ],
    [
      call.build,
      ({ unit: id, x, y, type }) =>
        `lets ${unit(id)} build ${type ? `${one(type)} ` : ""}at (${x}, ${y})${reply.built?.complete ? ": finished" : ""}`,
    ],
  ];
  for (const [act, words] of acts) if (act) return { text: words(act), path: `units.${act.unit}` };
  if (call.warp) {
    const to = reply.warped ? ` to the ${b.periods[reply.warped.z] ?? "?"}` : "";
    return { text: `sends ${unit(call.warp.unit)} through the portal${to}`, path: `units.${call.warp.unit}` };
  }
  if (call.train)
    return {
      text: `trains ${one(call.train.type)} in ${house(call.train.building)}`,
      path: `buildings.${call.train.building}`,
    };
  if (call.cancel)
    return {
      text: `cancels the work of ${house(call.cancel.building)}`,
      path: `buildings.${call.cancel.building}`,
    };
  return null;
}
