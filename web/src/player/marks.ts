// The events of a match: those of the game, and bots that failed or were late. Which of them are marked on
// the scrubber, and which is the next.

import { seatName } from "../board/board";
import type { Frame, Head } from "../film/film";

export interface Mark {
  frame: number;
  /** The kind of a game's event, or `fault`. */
  kind: string;
  /** The seat that brought it about. */
  by: number | null;
  /** A sentence without a full stop. */
  sentence: string;
}

const FAULTS: Record<string, string> = {
  failed: "failed with an exception",
  out_of_time: "ran out of time",
  gone: "is no longer running",
};

/** The marks of one frame. Refusals are many, and are shown with their orders. */
export function marksOf(frame: Frame<unknown>, number: number, head: Head): Mark[] {
  // Each unit of a team may end its turn in the same way.
  const faults = new Map(
    frame.ends
      .filter(([, , why]) => FAULTS[why])
      .map(([seat, , why]) => [`${seatName(head, seat)} ${FAULTS[why]}`, seat]),
  );
  const events = frame.events.filter(({ kind }) => kind !== "refusal");
  return [
    ...[...faults].map(([sentence, by]) => ({ frame: number, kind: "fault", by, sentence })),
    ...events.map(({ kind, by, sentence }) => ({ frame: number, kind, by: by ?? null, sentence })),
  ];
}

/** The kinds of events, the most important first, with the words for a list of several. */
export const KINDS: Record<string, string> = {
  elimination: "eliminations",
  fault: "faults of bots",
  lead_change: "changes of the lead",
  kill: "kills",
  capture: "captures",
  trade: "trades",
  build: "buildings",
  hit: "hits",
};

/** Marks that a scrubber can show without becoming a single bar. */
const MAX_MARKED = 160;

const importance = (kind: string): number => {
  const place = Object.keys(KINDS).indexOf(kind);
  return place < 0 ? Number.MAX_SAFE_INTEGER : place;
};

/** The marks of the scrubber: the most important kinds, as long as they fit, one per frame. */
export function scrubberMarks(marks: Mark[]): Mark[] {
  const kinds = [...new Set(marks.map(({ kind }) => kind))].sort((a, b) => importance(a) - importance(b));
  const byFrame = new Map<number, Mark>();
  for (const kind of kinds) {
    const added = marks.filter((mark) => mark.kind === kind && !byFrame.has(mark.frame));
    if (byFrame.size > 0 && byFrame.size + added.length > MAX_MARKED) break;
    for (const mark of added) if (!byFrame.has(mark.frame)) byFrame.set(mark.frame, mark);
  }
  return [...byFrame.values()].sort((a, b) => a.frame - b.frame);
}

/** The nearest frame with an event before (`by` < 0) or after a frame; null if there is none. */
export function eventFrame(marks: Mark[], from: number, by: number): number | null {
  const frames = marks.map(({ frame }) => frame);
  const found = by > 0 ? frames.find((frame) => frame > from) : frames.findLast((frame) => frame < from);
  return found ?? null;
}
