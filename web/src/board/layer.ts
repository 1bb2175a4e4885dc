// Parts of the board that are drawn once and copied: the background, fields of tiles, and sprites. An
// animation frame then costs one copy of the background plus what moves.

import { Painter } from "./painter";

/** Counts what was drawn and what was reused. The tests check these counts instead of times. */
export const work = { stills: 0, tiles: 0, sprites: 0, reused: 0 };

function sheet(width: number, height: number, alpha: boolean): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  const context = canvas.getContext("2d", { alpha });
  if (!context) throw new Error("this browser has no 2D canvas, which the board needs");
  return [canvas, context];
}

/** Everything that does not move between two frames: as large as the canvas, drawn only when it changes. */
export class StaticLayer {
  private canvas: HTMLCanvasElement | null = null;
  private context: CanvasRenderingContext2D | null = null;
  private seen: unknown[] = [];

  /** Copies the layer to the canvas. It is painted again if the camera, the theme or an entry of `depends`
   * has changed; entries are compared by identity. */
  draw(p: Painter, depends: unknown[], paint: (painter: Painter) => void): void {
    const { width, height } = p.context.canvas;
    const { a, e, f } = p.context.getTransform();
    const seen = [width, height, a, e, f, p.theme, ...depends];
    const isSame = seen.length === this.seen.length && seen.every((part, i) => part === this.seen[i]);
    if (!this.canvas || !this.context || this.canvas.width !== width || this.canvas.height !== height) {
      [this.canvas, this.context] = sheet(width, height, false);
    }
    if (!isSame || Painter.texts) {
      this.seen = seen;
      const c = this.context;
      c.setTransform(1, 0, 0, 1, 0, 0);
      c.globalAlpha = 1;
      c.fillStyle = p.theme.paper;
      c.fillRect(0, 0, width, height);
      c.setTransform(a, 0, 0, a, e, f);
      const texts = Painter.texts?.length;
      paint(new Painter(c, p.theme, p.camera));
      for (const box of Painter.texts?.slice(texts) ?? []) box.isStatic = true;
      work.stills += 1;
    } else work.reused += 1;
    p.context.setTransform(1, 0, 0, 1, 0, 0);
    p.context.drawImage(this.canvas, 0, 0);
    p.context.setTransform(a, 0, 0, a, e, f);
  }
}

/** A field of tiles that draws only the tiles that have changed. */
export class TileLayer {
  private canvas: HTMLCanvasElement | null = null;
  private painter: Painter | null = null;
  private looks: (string | number)[] = [];
  private form = "";

  /** Draws the field. `paint` draws a tile; it is called for tiles whose `look` has changed. */
  draw(
    p: Painter,
    columns: number,
    rows: number,
    look: (column: number, row: number) => string | number,
    paint: (painter: Painter, column: number, row: number) => void,
  ): void {
    // Whole pixels, so that no seams show; the largest field (60 tiles) in full detail is 2,880 pixels wide.
    const size = Math.max(6, Math.min(48, Math.ceil(p.device)));
    const form = `${columns}x${rows}@${size}${p.theme.dark}`;
    if (form !== this.form || !this.canvas) {
      const [canvas, context] = sheet(columns * size, rows * size, false);
      context.scale(size, size);
      this.canvas = canvas;
      this.painter = new Painter(context, p.theme, { scale: size, x: 0, y: 0 });
      this.looks = [];
      this.form = form;
    }
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const seen = look(column, row);
        if (this.looks[row * columns + column] === seen) continue;
        this.looks[row * columns + column] = seen;
        paint(this.painter as Painter, column, row);
        work.tiles += 1;
      }
    }
    p.context.imageSmoothingQuality = "high";
    p.context.drawImage(this.canvas, 0, 0, columns, rows);
  }
}

const MAX_SPRITES = 1200;
const sprites = new Map<string, HTMLCanvasElement>();

/** Draws something small that looks the same everywhere. `draw` draws it around (0, 0), at most `reach`
 * units to each side and `high` units up and down. The copy is aligned to whole pixels. */
export function sprite(
  p: Painter,
  key: string,
  x: number,
  y: number,
  reach: number,
  draw: (painter: Painter) => void,
  high = reach,
): void {
  const scale = p.device;
  // A picture may have parts of different scales.
  const known = `${key}@${scale}${p.theme.dark}`;
  if (sprites.size > MAX_SPRITES) sprites.clear();
  let canvas = sprites.get(known);
  if (!canvas) {
    const [made, context] = sheet(Math.ceil(reach * scale) * 2, Math.ceil(high * scale) * 2, true);
    context.setTransform(scale, 0, 0, scale, made.width / 2, made.height / 2);
    // The texts of a sprite are not recorded: their place on the board is not known here.
    const texts = Painter.texts;
    Painter.texts = null;
    draw(new Painter(context, p.theme, { scale: p.camera.scale, x: 0, y: 0 }));
    Painter.texts = texts;
    canvas = made;
    sprites.set(known, canvas);
    work.sprites += 1;
  } else work.reused += 1;
  p.stamp(canvas, x, y);
}

/** Text with a border, as a sprite: drawing letters is slow. */
export function tag(
  p: Painter,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  border: string,
): void {
  if (Painter.texts) {
    p.label(text, x, y, size, colour, border);
    return;
  }
  const reach = size * (0.34 * text.length + 0.4);
  sprite(
    p,
    `${text}|${size}|${colour}|${border}`,
    x,
    y,
    reach,
    (painter) => painter.label(text, 0, 0, size, colour, border),
    size * 0.8,
  );
}
