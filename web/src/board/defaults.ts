// What is shown around the board of a game that does not say otherwise. A game without a board.ts is
// shown with these panels and the text drawing of its position.

import { at } from "../film/delta";
import type { Head } from "../film/film";
import { type Panels, seatName } from "./board";

/** The value of a gauge for one seat; null if the frame has no such number. */
function gaugeValue(board: unknown, path: string, seat: number): number | null {
  const keys = path.replaceAll("{}", String(seat)).slice(1).replaceAll("/", ".");
  const value = at(board, keys);
  return typeof value === "number" ? value : null;
}

/** One row per gauge, one column per seat. */
function gaugeTable(board: unknown, head: Head) {
  return {
    title: "Numbers",
    columns: ["", ...head.seats.map(([seat]) => seat)],
    seats: "columns" as const,
    rows: head.gauges.map(({ name, path }) => [
      name,
      ...head.seats.map((_, seat) => gaugeValue(board, path, seat) ?? ""),
    ]),
  };
}

export const DEFAULT_PANELS: Panels<unknown> = {
  pace: 3,
  parts: () => 1,
  part: "",
  stepsByPart: false,
  rules: "",
  legend: [],
  switches: [],
  pick: () => null,
  find: () => null,
  state: at,
  place: () => null,
  notes: () => [],
  order: () => null,
  losses: () => [],
  deals: () => [],
  tables: (board, head) => (head.gauges.length ? [gaugeTable(board, head)] : []),
  // The first gauge is the most telling one.
  score: (board, seat, head) => (head.gauges.length ? gaugeValue(board, head.gauges[0].path, seat) : null),
  caption({ round, seats }, head) {
    if (round === null) return "before the first turn";
    return seats.length === 1 ? `round ${round}, ${seatName(head, seats[0])}` : `round ${round}`;
  },
};
