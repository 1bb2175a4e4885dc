// The drawings of the materials.

import { circle, Glyph } from "$web/board/glyph";

/** A cloud of gas, a rock, an ingot. */
export const GLYPHS = {
  gas: new Glyph(
    `M7 12A5 5 0 0 1 9.6 3.4A6 6 0 0 1 20 7.6A4.4 4.4 0 0 1 18.6 16H6.4A4 4 0 0 1 7 12Z${circle(8, 20, 1.8)}${circle(14, 20.4, 1.3)}`,
  ),
  stone: new Glyph(
    "M2 19.5L4.4 9.4L10.6 3.5L17.6 5.4L22 13L20.4 19.5ZM9 8L12.6 12.4L10.6 16.4L12.4 17L14.8 12.4L10.8 7Z",
  ),
  metal: new Glyph("M5.6 8H18.4L23 18.5H1ZM7.4 10.2L5 16.3H7L9.2 10.2ZM8.4 3H15.6L17.2 6.6H6.8Z"),
};
