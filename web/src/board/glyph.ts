// Drawings of our own as outlines in a square of 24 by 24, like those of icons: crisp at any zoom.

import type { Painter } from "./painter";

/** An outline that is filled; parts inside of other parts are holes. */
export class Glyph {
  private path: Path2D | null = null;

  /** `outline` is the data of an SVG path within (0, 0) and (24, 24). */
  constructor(private readonly outline: string) {}

  /** Draws it centred at a point, this many board units wide and high. */
  draw(p: Painter, x: number, y: number, size: number, colour: string): void {
    // Made when it is first drawn: tests without a browser have no such paths.
    this.path ??= new Path2D(this.outline);
    const c = p.context;
    c.save();
    c.translate(x - size / 2, y - size / 2);
    c.scale(size / 24, size / 24);
    c.fillStyle = colour;
    c.fill(this.path, "evenodd");
    c.restore();
  }
}

/** A circle as part of an outline. */
export function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}
