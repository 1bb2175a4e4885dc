// The drawings of units.

import { circle, Glyph } from "$web/board/glyph";

/** A ball with lines of motion, a bat with a ball, a glove, a pennant. */
export const GLYPHS: Record<string, Glyph> = {
  PITCHER: new Glyph(
    `${circle(14.5, 12, 8.5)}M17.6 4A11 11 0 0 1 17.6 20L16 18.6A9 9 0 0 0 16 5.4ZM0 5.4H5.4V8H0ZM0 10.7H4V13.3H0ZM0 16H5.4V18.6H0Z`,
  ),
  BATTER: new Glyph(
    `M15.6 2C17.4.6 20 1 21.4 2.4S23.4 6.6 22 8.4L9.4 18.4L5.6 14.6ZM4.6 15.8L8.2 19.4L4.6 23L1 19.4Z${circle(5.6, 6, 3.4)}`,
  ),
  CATCHER: new Glyph(
    `M4.4 10.4C3.8 5.4 6.6 2.6 8.8 3C9.6 1.6 12 1.4 12.8 2.8C14 1.8 16 2.2 16.6 3.6C18.2 3.4 19.6 4.6 19.8 6.2C21.6 12.6 21.4 18.8 17 22.4H9.4C6.4 19 2.4 17.6 1.6 14.2C1.2 12.2 3.4 11 4.6 12.8Z${circle(12.6, 13.4, 3.6)}`,
  ),
  HQ: new Glyph("M5 1.5H7V22.5H5ZM8 2.5L20.5 7.5L8 12.5Z"),
};
