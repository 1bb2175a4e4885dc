// The steps of a frame in which one seat moved after the other: what each seat did, and the board after it.

import { type Json, patched } from "./delta";
import type { Frame } from "./film";

/** The frames of the steps that were asked for, by the frame that they are steps of. */
const known = new WeakMap<Frame, Frame[]>();

/** A frame as one frame for each seat that moved, or the frame itself if it has no steps. */
export function stepsOf(frame: Frame): Frame[] {
  const { steps } = frame;
  if (!steps) return [frame];
  let frames = known.get(frame);
  if (!frames) {
    frames = steps.map(({ seat, patch }, i) => {
      const isOwn = ([mover]: [number, ...unknown[]]): boolean => mover === seat;
      const isLast = i === steps.length - 1;
      return {
        ...frame,
        seats: [seat],
        spent: frame.spent.map((cost, mover) =>
          mover === seat ? cost : { seconds: 0, energy: 0, turns: 0 },
        ),
        ends: frame.ends.filter(isOwn),
        orders: frame.orders.filter(isOwn),
        notes: frame.notes.filter(isOwn),
        // An event that no seat caused is known at the end of the frame.
        events: frame.events.filter(({ by, to }) => (by ?? to ?? (isLast ? seat : null)) === seat),
        board: patched(frame.board, JSON.parse(patch) as Json),
      };
    });
    known.set(frame, frames);
  }
  return frames;
}
