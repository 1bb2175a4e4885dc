// The part of a board that a canvas shows: zoom and pan. The board never leaves the canvas.

import type { Camera } from "./painter";

const MAX_ZOOM = 12;
/** The share of the canvas that the whole board fills at zoom 1. */
const FILLED = 0.98;

export class View {
  zoom = 1;
  private shift: [number, number] = [0, 0];
  private canvas: [number, number] = [0, 0];
  private board: [number, number] = [1, 1];

  /** The camera for a canvas (in pixels) and a board (in board units) of these sizes. */
  look(canvas: [number, number], board: [number, number]): Camera {
    this.canvas = canvas;
    this.board = board;
    return this.camera();
  }

  private camera(): Camera {
    const [width, height] = this.canvas;
    const scale = Math.min(width / this.board[0], height / this.board[1]) * FILLED * this.zoom;
    this.shift = this.shift.map((shift, axis) => {
      // What hangs over on each side: the board can be moved by this much and no further.
      const most = Math.max(0, (this.board[axis] * scale - this.canvas[axis]) / 2);
      return Math.max(-most, Math.min(most, shift));
    }) as [number, number];
    return {
      scale,
      x: (width - this.board[0] * scale) / 2 + this.shift[0],
      y: (height - this.board[1] * scale) / 2 + this.shift[1],
    };
  }

  /** Moves the board by pixels. */
  pan(dx: number, dy: number): void {
    this.shift = [this.shift[0] + dx, this.shift[1] + dy];
    this.camera();
  }

  /** Zooms by a factor; the point of the board at a pixel of the canvas stays there if possible. */
  magnify(factor: number, x: number, y: number): void {
    const before = this.camera();
    this.zoom = Math.max(1, Math.min(MAX_ZOOM, this.zoom * factor));
    const after = this.camera();
    const ratio = after.scale / before.scale;
    this.pan(x - ((x - before.x) * ratio + after.x), y - ((y - before.y) * ratio + after.y));
  }

  /** Pans until a point of the board is on the canvas. */
  reveal(x: number, y: number): void {
    const { scale, x: left, y: top } = this.camera();
    const outside = (at: number, size: number): number => (at < 0 ? -at : at > size ? size - at : 0);
    const margin = Math.min(24, this.canvas[0] / 8);
    const dx = outside(x * scale + left - margin, this.canvas[0] - 2 * margin);
    const dy = outside(y * scale + top - margin, this.canvas[1] - 2 * margin);
    this.pan(dx, dy);
  }

  /** The zoom and the point of the board in the middle of the canvas; null if the whole board is shown. */
  get looked(): [number, number, number] | null {
    if (this.zoom <= 1) return null;
    const { scale, x, y } = this.camera();
    return [this.zoom, (this.canvas[0] / 2 - x) / scale, (this.canvas[1] / 2 - y) / scale];
  }

  /** The visible part of the board: left, top, right, bottom in board units. */
  get visible(): [number, number, number, number] {
    const { scale, x, y } = this.camera();
    const within = (at: number, axis: number): number => Math.max(0, Math.min(this.board[axis], at));
    return [
      within(-x / scale, 0),
      within(-y / scale, 1),
      within((this.canvas[0] - x) / scale, 0),
      within((this.canvas[1] - y) / scale, 1),
    ];
  }

  /** Shows a point of the board in the middle of the canvas, as far as the board reaches. */
  lookAt([zoom, x, y]: [number, number, number]): void {
    this.zoom = Math.max(1, Math.min(MAX_ZOOM, zoom));
    const { scale, x: left, y: top } = this.camera();
    this.pan(this.canvas[0] / 2 - (x * scale + left), this.canvas[1] / 2 - (y * scale + top));
  }

  reset(): void {
    this.zoom = 1;
    this.shift = [0, 0];
  }
}

/** How two fingers moved: apart by a factor, and their middle from one point to another. */
export interface Spread {
  factor: number;
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/** Follows the fingers on a canvas. */
export class Fingers {
  private points = new Map<number, [number, number]>();

  get count(): number {
    return this.points.size;
  }

  press(event: PointerEvent): void {
    this.points.set(event.pointerId, [event.clientX, event.clientY]);
  }

  release(event: PointerEvent): void {
    this.points.delete(event.pointerId);
  }

  /** The movement of two fingers; null while there is one. */
  move(event: PointerEvent, box: DOMRect): Spread | null {
    if (this.points.size !== 2 || !this.points.has(event.pointerId)) return null;
    const [a, b] = [...this.points.values()];
    this.press(event);
    const [c, d] = [...this.points.values()];
    const apart = (p: [number, number], q: [number, number]): number =>
      Math.max(1, Math.hypot(p[0] - q[0], p[1] - q[1]));
    const [x, y] = [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2];
    return {
      factor: apart(c, d) / apart(a, b),
      x: x - box.left,
      y: y - box.top,
      dx: x - (a[0] + b[0]) / 2,
      dy: y - (a[1] + b[1]) / 2,
    };
  }
}
