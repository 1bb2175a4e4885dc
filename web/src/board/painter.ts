// Drawing on a 2D canvas in the units of the board.

import type { Shape, Theme } from "./palette";

export interface Camera {
  /** Pixels per unit of the board, and where its origin lies on the canvas. */
  scale: number;
  x: number;
  y: number;
}

/** Where a text is, in board units. */
export interface TextBox {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether it belongs to the static layer. */
  isStatic?: boolean;
}

export class Painter {
  /** Tests set this to a list; then every text that is drawn is added to it. */
  static texts: TextBox[] | null = null;

  /** Pixels of the canvas per board unit: more than the camera's scale on high-resolution screens. */
  readonly device: number;
  private readonly left: number;
  private readonly top: number;

  constructor(
    readonly context: CanvasRenderingContext2D,
    readonly theme: Theme,
    readonly camera: Camera,
  ) {
    const { a, e, f } = context.getTransform();
    this.device = a;
    this.left = e;
    this.top = f;
  }

  /** Copies a picture that was made for this scale, centred at a point, pixel by pixel. */
  stamp(picture: HTMLCanvasElement, x: number, y: number): void {
    const c = this.context;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.drawImage(
      picture,
      Math.round(x * this.device + this.left - picture.width / 2),
      Math.round(y * this.device + this.top - picture.height / 2),
    );
    c.setTransform(this.device, 0, 0, this.device, this.left, this.top);
  }

  /** Converts pixels to board units, for lines that keep their width when zooming. */
  px(pixels: number): number {
    return pixels / this.camera.scale;
  }

  /** Whether something of this many board units is at least `pixels` large on the screen. */
  shows(units: number, pixels = 8): boolean {
    return units * this.camera.scale >= pixels;
  }

  rect(x: number, y: number, width: number, height: number, fill: string): void {
    this.context.fillStyle = fill;
    this.context.fillRect(x, y, width, height);
  }

  frame(x: number, y: number, width: number, height: number, colour: string, line: number): void {
    this.context.strokeStyle = colour;
    this.context.lineWidth = line;
    this.context.strokeRect(x, y, width, height);
  }

  disc(x: number, y: number, radius: number, fill: string): void {
    this.context.fillStyle = fill;
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fill();
  }

  ring(x: number, y: number, radius: number, colour: string, line: number, from = 0, to = 1): void {
    this.context.strokeStyle = colour;
    this.context.lineWidth = line;
    this.context.beginPath();
    this.context.arc(x, y, radius, (from - 0.25) * 2 * Math.PI, (to - 0.25) * 2 * Math.PI);
    this.context.stroke();
  }

  /** A ring of dots or dashes. */
  dashes(x: number, y: number, radius: number, colour: string, line: number, dash: number[]): void {
    this.context.setLineDash(dash);
    this.ring(x, y, radius, colour, line);
    this.context.setLineDash([]);
  }

  line(points: [number, number][], colour: string, width: number, dash: number[] = []): void {
    if (points.length < 2) return;
    const c = this.context;
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.lineJoin = "round";
    c.lineCap = "round";
    c.setLineDash(dash);
    c.beginPath();
    c.moveTo(...points[0]);
    for (const point of points.slice(1)) c.lineTo(...point);
    c.stroke();
    c.setLineDash([]);
  }

  /** Many lines of the same colour and width, drawn together. */
  strokes(lines: [[number, number], [number, number]][], colour: string, width: number): void {
    const c = this.context;
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.lineCap = "round";
    c.beginPath();
    for (const [from, to] of lines) {
      c.moveTo(...from);
      c.lineTo(...to);
    }
    c.stroke();
  }

  polygon(points: [number, number][], fill: string | null, stroke?: string, width = 0): void {
    const c = this.context;
    c.beginPath();
    c.moveTo(...points[0]);
    for (const point of points.slice(1)) c.lineTo(...point);
    c.closePath();
    if (fill) {
      c.fillStyle = fill;
      c.fill();
    }
    if (stroke) {
      c.strokeStyle = stroke;
      c.lineWidth = width;
      c.lineJoin = "round";
      c.stroke();
    }
  }

  arrow(from: [number, number], to: [number, number], colour: string, width: number, head: number): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const neck: [number, number] = [to[0] - ux * head, to[1] - uy * head];
    this.line([from, neck], colour, width);
    const wing = head * 0.5;
    this.polygon(
      [to, [neck[0] - uy * wing, neck[1] + ux * wing], [neck[0] + uy * wing, neck[1] - ux * wing]],
      colour,
    );
  }

  /** The shape of a seat. */
  mark(shape: Shape, x: number, y: number, radius: number, fill: string, edge?: string, width = 0): void {
    if (shape === "circle") {
      this.disc(x, y, radius, fill);
      if (edge) this.ring(x, y, radius, edge, width);
      return;
    }
    this.polygon(outline(shape, x, y, radius), fill, edge, width);
  }

  text(
    text: string,
    x: number,
    y: number,
    size: number,
    colour: string,
    align: CanvasTextAlign = "center",
    weight = 600,
  ): void {
    const c = this.context;
    // Browsers have a minimum font size: draw large and scale down.
    c.save();
    c.translate(x, y);
    const unit = size / 32;
    c.scale(unit, unit);
    c.font = `${weight} 32px Inter, system-ui, "DejaVu Sans", sans-serif`;
    c.textAlign = align;
    c.textBaseline = "middle";
    c.fillStyle = colour;
    c.fillText(text, 0, 0);
    const width = Painter.texts ? c.measureText(text).width * unit : 0;
    c.restore();
    const left = { center: x - width / 2, left: x, right: x - width }[align as "center" | "left" | "right"];
    Painter.texts?.push({ text, x: left, y: y - size * 0.38, width, height: size * 0.76 });
  }

  /** Text with a border, readable on any background. */
  label(text: string, x: number, y: number, size: number, colour: string, border: string): void {
    const c = this.context;
    c.save();
    c.translate(x, y);
    c.scale(size / 32, size / 32);
    c.font = `700 32px Inter, system-ui, "DejaVu Sans", sans-serif`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.lineWidth = 8;
    c.lineJoin = "round";
    c.strokeStyle = border;
    c.strokeText(text, 0, 0);
    c.fillStyle = colour;
    c.fillText(text, 0, 0);
    const width = Painter.texts ? (c.measureText(text).width * size) / 32 : 0;
    c.restore();
    Painter.texts?.push({ text, x: x - width / 2, y: y - size * 0.38, width, height: size * 0.76 });
  }

  /** A bar that is filled up to `share`, from 0 to 1. */
  bar(x: number, y: number, width: number, height: number, share: number, fill: string, back: string): void {
    this.rect(x, y, width, height, back);
    this.rect(x, y, width * Math.max(0, Math.min(1, share)), height, fill);
  }

  /** An explosion; `progress` runs from 0 to 1. */
  blast(x: number, y: number, radius: number, progress: number, colour = "#ffd166"): void {
    const c = this.context;
    c.save();
    c.globalAlpha *= 1 - 0.6 * progress;
    const points: [number, number][] = [];
    for (let i = 0; i < 16; i++) {
      const reach = radius * (0.4 + 0.6 * progress) * (i % 2 ? 0.5 : 1);
      const angle = (i / 16) * 2 * Math.PI;
      points.push([x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]);
    }
    this.polygon(points, colour, "#c1121f", radius * 0.12);
    c.restore();
  }

  /** Draws with this opacity. */
  faded(alpha: number, draw: () => void): void {
    const before = this.context.globalAlpha;
    this.context.globalAlpha = before * alpha;
    draw();
    this.context.globalAlpha = before;
  }
}

export function outline(shape: Shape, x: number, y: number, radius: number): [number, number][] {
  if (shape === "square") {
    const r = radius * 0.88;
    return [
      [x - r, y - r],
      [x + r, y - r],
      [x + r, y + r],
      [x - r, y + r],
    ];
  }
  const corners = { circle: 24, triangle: 3, diamond: 4, pentagon: 5, star: 10 }[shape];
  const points: [number, number][] = [];
  for (let i = 0; i < corners; i++) {
    const reach = (shape === "star" && i % 2 ? 0.5 : 1) * radius * (shape === "triangle" ? 1.15 : 1.05);
    const angle = (i / corners) * 2 * Math.PI - Math.PI / 2;
    points.push([x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]);
  }
  return points;
}
