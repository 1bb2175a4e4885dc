// What happened in a turn: ripples through time, attacks, gold that was painted.

import type { Scene } from "$web/board/board";
import { tag } from "$web/board/layer";
import type { Painter } from "$web/board/painter";
import type { TimeTravelBoard, Unit } from "./frame";
import { corner, outside, type Pane } from "./panes";
import { ripple } from "./pieces";

const rippled = new WeakMap<TimeTravelBoard, [number, number, number][][]>();

/** The places where something appeared or disappeared in several periods at once: a ripple through time. */
function ripples({ before, after }: Scene<TimeTravelBoard>): [number, number, number][][] {
  const known = rippled.get(after);
  if (known) return known;
  const places = new Map<string, Set<number>>();
  const note = (o: Unit): void => {
    const key = `${o.x},${o.y}`;
    places.set(key, (places.get(key) ?? new Set()).add(o.z));
  };
  for (const kind of ["units", "buildings"] as const) {
    for (const id in after[kind]) if (!(id in before[kind])) note(after[kind][id]);
    for (const id in before[kind]) if (!(id in after[kind])) note(before[kind][id]);
  }
  const found = [...places]
    .filter(([, periods]) => periods.size > 1)
    .map(([key, periods]) => {
      const [x, y] = key.split(",").map(Number);
      return [...periods].sort().map((z): [number, number, number] => [x, y, z]);
    });
  rippled.set(after, found);
  return found;
}

export function drawRipples(p: Painter, scene: Scene<TimeTravelBoard>, all: Pane[]): void {
  const b = scene.after;
  for (const places of ripples(scene)) {
    const centres = places.map(([x, y, z]) => {
      const [cx, cy] = corner(b, x, y);
      return outside(all[z], [cx + 0.5, cy + 0.5]);
    });
    p.faded(0.9 - 0.4 * scene.t, () => {
      p.line(centres, ripple(p), 0.1, [0.4, 0.4]);
      for (const [i, at] of centres.entries())
        for (const ring of [0.5, 1])
          p.ring(...at, (0.4 + 0.9 * scene.t) * ring * all[places[i][2]].scale, ripple(p), 0.1);
    });
  }
}

export function drawEvents(p: Painter, scene: Scene<TimeTravelBoard>, z: number): void {
  const b = scene.after;
  for (const event of b.events) {
    if (event.attacked?.from[2] === z) {
      const { from, x, y, destroyed } = event.attacked;
      const [fx, fy] = corner(b, from[0], from[1]);
      const [tx, ty] = corner(b, x, y);
      p.faded(0.8, () => p.arrow([fx + 0.5, fy + 0.5], [tx + 0.5, ty + 0.5], "#ff5c5c", 0.08, 0.35));
      if (destroyed > 0) p.blast(tx + 0.5, ty + 0.5, 0.8, scene.t);
    }
  }
  if (scene.switches.gold && p.shows(1, 10)) drawGold(p, scene, z);
}

/** The gold that was painted, as one sum for each gallery. */
function drawGold(p: Painter, scene: Scene<TimeTravelBoard>, z: number): void {
  const b = scene.after;
  const sums = new Map<string, number>();
  for (const { painted } of b.events) {
    if (painted?.from[2] !== z) continue;
    const key = [painted.x, painted.y].join();
    sums.set(key, (sums.get(key) ?? 0) + painted.gold.reduce((sum, n) => sum + n, 0));
  }
  for (const [key, gold] of sums) {
    const [x, y] = key.split(",").map(Number);
    const [tx, ty] = corner(b, x, y);
    tag(p, `+${gold}`, tx + 0.8, ty - 0.1 - scene.t * 0.5, 0.75, "#ffd84d", "#201700");
  }
}
