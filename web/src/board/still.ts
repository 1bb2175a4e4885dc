// A board drawn once, without animation: for small pictures in lists.

import type { Frame, Head } from "../film/film";
import { boardOf } from "../games";
import { Painter } from "./painter";
import type { Theme } from "./palette";
import { View } from "./view";

/** The parts of a head that a board may look at. */
export type StillHead = Pick<Head, "game" | "seats"> & Partial<Head>;

const EMPTY_HEAD: Head = {
  game: "",
  title: "",
  score: "",
  seats: [],
  map: "",
  seed: null,
  rules: "",
  source: "",
  gauges: [],
};

/** Draws a position onto a canvas that is as large as its element; false if the game has no picture. */
export function drawStill(
  canvas: HTMLCanvasElement,
  theme: Theme,
  head: StillHead,
  position: unknown,
): boolean {
  const board = boardOf(head.game);
  const context = canvas.getContext("2d", { alpha: false });
  if (!board.picture || !context) return false;
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const camera = new View().look([width, height], board.picture.size(position));
  context.setTransform(camera.scale * ratio, 0, 0, camera.scale * ratio, camera.x * ratio, camera.y * ratio);
  const frame: Frame<unknown> = {
    round: null,
    seats: [],
    spent: [],
    ends: [],
    orders: [],
    notes: [],
    events: [],
    board: position,
  };
  board.picture.draw(new Painter(context, theme, camera), {
    before: position,
    after: position,
    frame,
    t: 1,
    earlier: () => null,
    head: { ...EMPTY_HEAD, ...head },
    switches: Object.fromEntries(board.switches.map((item) => [item.key, item.on])),
    selected: null,
    pointed: null,
  });
  return true;
}
