// The drawings of robots, and of what grows on terraformed land.

import { circle, Glyph } from "$web/board/glyph";

/** A dish antenna, a pick, a sprout. */
export const TOOLS = {
  explorer: new Glyph(
    `M3 4.5C3 13.5 10.5 21 19.5 21L14.6 14.6L17.8 11.4L20 9.2L18.4 7.6L16.2 9.8L14.6 8.2L11.4 9.4ZM13.4 2.2A8.4 8.4 0 0 1 21.8 10.6H19.8A6.4 6.4 0 0 0 13.4 4.2Z${circle(19.2, 8.4, 1.7)}`,
  ),
  miner: new Glyph(
    "M3 6.4C8 1 16.4 1 21.4 5.2L19.4 7.6C17.6 6.2 15.8 5.4 14 5.2L15.4 8.4L13.2 10.6L22 19.6L19.4 22.2L10.6 13.2L8.4 15.4L5.2 14C5.4 15.8 6.2 17.6 7.6 19.4L5.2 21.4C1 16.4 1 8 6.4 3Z",
  ),
  terraformer: new Glyph(
    "M11 22.5V14.4C5.4 14.6 2.2 11.6 2 5.6C7.8 5.6 11 8 11.8 12.2C12.6 6.4 16 2.4 22 1.5C22.4 8.6 19.2 13 13.2 13.8V22.5ZM6.6 20.6H17.6V22.8H6.6Z",
  ),
};
