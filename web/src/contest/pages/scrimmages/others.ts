// The opponents of a scrimmage.

import type { Schema } from "../../api";

/**
 * The names of the sides that play against a team, whichever of them asked. A team that plays against older versions
 * of itself is its own opponent.
 */
export function othersOf(sides: Schema["ScrimmageInfo"]["sides"], own: number | undefined): string {
  const others = sides.filter(({ team }) => team !== own);
  const shown = others.length ? others : sides.slice(1);
  return shown.map(({ name }) => name).join(", ");
}
