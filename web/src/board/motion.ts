// Which units of a turn stay where they are, move, appear or disappear.

export interface Motion<U> {
  standing: U[];
  moving: { unit: U; old: U }[];
  fresh: U[];
  lost: U[];
}

/** Compares the units of two frames by their names. */
export function motionBetween<U>(
  before: Record<string, U>,
  after: Record<string, U>,
  isSamePlace: (a: U, b: U) => boolean,
): Motion<U> {
  const motion: Motion<U> = { standing: [], moving: [], fresh: [], lost: [] };
  for (const name in after) {
    const [old, unit] = [before[name], after[name]];
    if (!old) motion.fresh.push(unit);
    else if (isSamePlace(old, unit)) motion.standing.push(unit);
    else motion.moving.push({ unit, old });
  }
  for (const name in before) if (!(name in after)) motion.lost.push(before[name]);
  return motion;
}

/** Remembers the last result of a function of two frames: drawing asks for it at every animation frame. */
export function ofTwoFrames<B, R>(compute: (before: B, after: B) => R): (before: B, after: B) => R {
  let known: { before: B; after: B; result: R } | null = null;
  return (before, after) => {
    if (known?.before !== before || known.after !== after)
      known = { before, after, result: compute(before, after) };
    return known.result;
  };
}
