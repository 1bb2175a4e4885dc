// Where the costs of wormholes are written: near their middle, never over a system or another cost.

export type Point = [number, number];

/** How a wormhole is drawn, and where its cost is written; null if there is no room. */
export interface Way {
  from: number;
  to: number;
  /** Which of its system's wormholes it is. */
  number: number;
  start: Point;
  end: Point;
  label: Point | null;
}

/** Half of a label's width and height with a margin: costs have at most three digits. */
export const LABEL: Point = [0.46, 0.3];
/** Half of the width and height of a cost with two digits. */
const TEXT: Point = [0.28, 0.18];
/** How far the ring of its generators reaches beyond a system. */
const RING = 0.2;
/** How far beside its wormhole a cost may be written, best places first. */
const BESIDE = [0, 0.3, -0.3];
/** Where along the wormhole a cost may be written, best places first. */
const SHARES = [0.36, 0.42, 0.3, 0.48, 0.25, 0.54, 0.6, 0.2, 0.66, 0.72];

/** The wormholes between systems at these places; two in opposite directions are drawn side by side. */
export function ways(places: Point[], wormholes: number[][], radius: number): Way[] {
  const found: Way[] = [];
  wormholes.forEach((ends, from) => {
    ends.forEach((to, number) => {
      if (!places[to]) return;
      const [a, z] = [places[from], places[to]];
      const length = Math.hypot(z[0] - a[0], z[1] - a[1]) || 1;
      const [ux, uy] = [(z[0] - a[0]) / length, (z[1] - a[1]) / length];
      const side = wormholes[to].includes(from) ? 0.24 : 0;
      const start: Point = [a[0] + ux * radius - uy * side, a[1] + uy * radius + ux * side];
      const gap = radius + 0.14;
      const end: Point = [z[0] - ux * gap - uy * side, z[1] - uy * gap + ux * side];
      found.push({ from, to, number, start, end, label: null });
    });
  });
  return found;
}

/** Sets the place of every cost that has room. Short wormholes come first, because they have the fewest
 * places. */
export function placeCosts(list: Way[], places: Point[], radius: number): void {
  const taken: Point[] = [];
  const length = ({ start, end }: Way): number => Math.hypot(end[0] - start[0], end[1] - start[1]);
  for (const way of [...list].sort((a, b) => length(a) - length(b))) {
    way.label = spots(way).find((at) => isFree(at, taken, places, radius)) ?? null;
    if (way.label) taken.push(way.label);
  }
}

/** Where the cost of a wormhole may be written, best places first. */
function spots({ start, end }: Way): Point[] {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(dx, dy) || 1;
  return BESIDE.flatMap((beside) =>
    SHARES.map(
      (share): Point => [
        start[0] + dx * share - (dy / length) * beside,
        start[1] + dy * share + (dx / length) * beside,
      ],
    ),
  );
}

function isFree([x, y]: Point, taken: Point[], places: Point[], radius: number): boolean {
  const touches = taken.some(([a, b]) => Math.abs(a - x) < 2 * LABEL[0] && Math.abs(b - y) < 2 * LABEL[1]);
  // The nearest point of the label stays off the ring around a system.
  const gap = (distance: number, half: number): number => Math.max(0, Math.abs(distance) - half);
  const covered = places.some(
    ([a, b]) => Math.hypot(gap(a - x, TEXT[0]), gap(b - y, TEXT[1])) < radius + RING,
  );
  return !touches && !covered;
}

/** The places of the two agents at each system, Blue's first: beside it, as far as possible from other
 * systems, from costs and from each other. An agent with its energy above it takes about one unit. */
export function berths(list: Way[], places: Point[], radius: number): [Point, Point][] {
  const labels = list.flatMap(({ label }) => (label ? [label] : []));
  // Free space around the agent and around its energy, which is written above it.
  const room = ([x, y]: Point, others: Point[], reach: number): number =>
    Math.min(
      0.7,
      ...others
        .flatMap(([a, b]) => [Math.hypot(a - x, b - y), Math.hypot(a - x, b - y + 0.92)])
        .map((d) => d - reach),
    );
  return places.map(([x, y], system) => {
    const systems = places.filter((_, other) => other !== system);
    const around = Array.from({ length: 16 }, (_, i): Point => {
      const angle = (i / 16) * 2 * Math.PI;
      return [
        x + Math.cos(angle) * (radius + 0.6),
        y + Math.sin(angle) * (radius + (Math.sin(angle) > 0 ? 1.5 : 0.5)),
      ];
    });
    const value = (at: Point): number => 2 * room(at, systems, radius + 0.4) + room(at, labels, 0.6);
    // Blue is on the left, Red on the right.
    const best = (side: number): Point =>
      around
        .filter((at) => (at[0] - x) * side > 0.2)
        .reduce((a, z) =>
          value(z) - 0.15 * Math.abs(z[1] - y) > value(a) - 0.15 * Math.abs(a[1] - y) ? z : a,
        );
    return [best(-1), best(1)];
  });
}
