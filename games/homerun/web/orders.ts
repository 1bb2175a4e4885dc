// The orders of Home Run in words.

import type { Told } from "$web/board/board";
import type { Order } from "$web/film/film";
import type { HomeRunBoard } from "./board";

interface Call {
  move?: string | null;
  recruit?: [string | null, string | null];
  construct_ball?: string | null;
  move_ball?: string | null;
  bat?: [string | null, number];
  schedule?: number;
  write?: [number, number];
  draw_point?: unknown;
  draw_line?: unknown;
  print?: unknown;
}

const to = (direction: string | null | undefined): string =>
  (direction ?? "nowhere").toLowerCase().replace("zero", "on the spot");

export function order([, actor, said]: Order, b: HomeRunBoard): Told | null {
  const text = typeof said === "string" ? { kill_self: "dies by its own will" }[said] : words(said as Call);
  if (!text) return null;
  const unit = b.units[actor];
  const who = unit ? `${unit.type === "HQ" ? "headquarters" : unit.type.toLowerCase()} ${unit.id} ` : "";
  return { text: `${who}${text}`, path: unit ? `units.${actor}` : null };
}

function words(call: Call): string | null {
  if (call.move !== undefined) return `moves ${to(call.move)}`;
  if (call.recruit)
    return `recruits a ${(call.recruit[0] ?? "unit").toLowerCase()} to the ${to(call.recruit[1])}`;
  if (call.construct_ball !== undefined) return `makes a ball in the ${to(call.construct_ball)}`;
  if (call.move_ball !== undefined) return `grabs or drops a ball in the ${to(call.move_ball)}`;
  if (call.bat) return `bats to the ${to(call.bat[0])}, ${call.bat[1]} tiles far`;
  if (call.schedule !== undefined) return `lets unit ${call.schedule} act next`;
  if (call.write) return `writes ${call.write[1]} at ${call.write[0]} of the shared array`;
  return null;
}
