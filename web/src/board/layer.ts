// Pictures that are drawn once and used often: a field of tiles, and sprites.

import { Painter } from "./painter";

/** Pixels per unit of a picture that will be shown at this scale. */
function pixels(scale: number): number {
  return Math.max(6, Math.min(48, Math.ceil(scale)));
}

function sheet(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] | null {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  return context && [canvas, context];
}

/** A field of tiles of which few change from one picture to the next: only those are drawn again. */
export class TileLayer {
  private canvas: HTMLCanvasElement | null = null;
  private painter: Painter | null = null;
  private looks: (string | number)[] = [];
  private form = "";

  /** Shows the field; `look` tells tiles apart, `paint` draws one. */
  draw(
    p: Painter,
    columns: number,
    rows: number,
    look: (column: number, row: number) => string | number,
    paint: (painter: Painter, column: number, row: number) => void,
  ): void {
    const size = pixels(p.device);
    const form = `${columns}x${rows}@${size}${p.theme.dark}`;
    if (form !== this.form) {
      const made = sheet(columns * size, rows * size);
      if (!made) return;
      made[1].scale(size, size);
      this.canvas = made[0];
      this.painter = new Painter(made[1], p.theme, { scale: size, x: 0, y: 0 });
      this.looks = [];
      this.form = form;
    }
    if (!this.canvas || !this.painter) return;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const seen = look(column, row);
        if (this.looks[row * columns + column] === seen) continue;
        this.looks[row * columns + column] = seen;
        paint(this.painter, column, row);
      }
    }
    p.context.drawImage(this.canvas, 0, 0, columns, rows);
  }
}

const sprites = new Map<string, HTMLCanvasElement>();

/** Draws something small that looks the same wherever it is: `draw` has its middle at (0, 0), and it
 * reaches `reach` units in each direction. */
export function sprite(
  p: Painter,
  key: string,
  x: number,
  y: number,
  reach: number,
  draw: (painter: Painter) => void,
): void {
  const size = pixels(p.device);
  const name = `${key}@${size}${p.theme.dark}`;
  let canvas = sprites.get(name);
  if (!canvas) {
    const side = Math.ceil(2 * reach * size);
    const made = sheet(side, side);
    if (!made) return;
    made[1].translate(side / 2, side / 2);
    made[1].scale(size, size);
    draw(new Painter(made[1], p.theme, { scale: size, x: 0, y: 0 }));
    canvas = made[0];
    if (sprites.size > 400) sprites.clear();
    sprites.set(name, canvas);
  }
  p.context.drawImage(canvas, x - reach, y - reach, 2 * reach, 2 * reach);
}
