// The moment at which a match was decided: the last change of the lead.

import type { Summary } from "../film/film";

/** The frame at which the lead changed for the last time, by the first chart; 0 if it never did. */
export function lastLead({ lines, frames }: Pick<Summary, "lines" | "frames">): number {
  const seats = lines[0] ?? [];
  let leader = -1;
  let at = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const values = seats.map((line) => line[frame] ?? 0);
    const best = Math.max(...values);
    if (values.filter((value) => value === best).length !== 1) continue;
    const first = values.indexOf(best);
    if (leader !== -1 && first !== leader) at = frame;
    leader = first;
  }
  return at;
}
