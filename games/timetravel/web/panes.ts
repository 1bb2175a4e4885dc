// Where the three periods are in the picture: one large, the others beside it.

import { Painter } from "$web/board/painter";
import type { TimeTravelBoard } from "./frame";

export type Point = [number, number];
/** Space above a period for its name and resources. */
export const HEAD = 2.9;
/** Space between the periods. */
const GAP = 0.8;

export const side = (b: TimeTravelBoard): number => 2 * b.radius + 1;

/** Where a period is in the picture: its upper left corner and the size of its tiles. */
export interface Pane {
  left: number;
  top: number;
  scale: number;
}

/** The period that is drawn large; the others are half as large, one above the other beside it. */
export const focusOf = (switches: Record<string, boolean>): number =>
  switches.focus0 ? 0 : switches.focus1 ? 1 : 2;

/** The panes of the three periods. */
export function panes(radius: number, focus: number): Pane[] {
  const height = 2 * radius + 1 + HEAD;
  const scale = (height - GAP) / 2 / height;
  const left = 2 * radius + 1 + GAP;
  const small = [0, 1, 2].filter((z) => z !== focus);
  return [0, 1, 2].map((z) =>
    z === focus
      ? { left: 0, top: 0, scale: 1 }
      : { left, top: small.indexOf(z) * (height * scale + GAP), scale },
  );
}

/** Width and height of the picture. */
export function pictureSize(radius: number): [number, number] {
  const [height, width] = [2 * radius + 1 + HEAD, 2 * radius + 1];
  return [width + GAP + (width * (height - GAP)) / 2 / height, height];
}

/** The upper left corner of a tile inside of its pane; the largest y is at the top. */
export const corner = (b: TimeTravelBoard, x: number, y: number): Point => [
  x + b.radius,
  HEAD + b.radius - y,
];

/** A point of a pane as a point of the picture. */
export const outside = ({ left, top, scale }: Pane, [x, y]: Point): Point => [
  left + x * scale,
  top + y * scale,
];

/** The tile at a point of the picture; null outside of the periods. */
export function tileAt(
  radius: number,
  focus: number,
  px: number,
  py: number,
): [number, number, number] | null {
  for (const [z, { left, top, scale }] of panes(radius, focus).entries()) {
    const x = Math.floor((px - left) / scale) - radius;
    const y = radius - Math.floor((py - top) / scale - HEAD);
    if (Math.abs(x) <= radius && Math.abs(y) <= radius) return [x, y, z];
  }
  return null;
}

/** Draws inside of a pane, in its own units. */
export function within(p: Painter, pane: Pane, draw: (painter: Painter) => void): void {
  const c = p.context;
  const { left, top, scale } = pane;
  const texts = Painter.texts?.length ?? 0;
  c.save();
  c.translate(left, top);
  c.scale(scale, scale);
  const { x, y, scale: whole } = p.camera;
  draw(new Painter(c, p.theme, { scale: whole * scale, x: x + left * whole, y: y + top * whole }));
  c.restore();
  // The places of texts are those of the picture.
  for (const box of Painter.texts?.slice(texts) ?? []) {
    [box.x, box.y] = outside(pane, [box.x, box.y]);
    box.width *= scale;
    box.height *= scale;
  }
}
