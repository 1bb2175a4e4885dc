// The drawings of units and buildings.

import { circle, Glyph } from "$web/board/glyph";

const UNITS: Record<string, Glyph> = {
  Cavalry: new Glyph(
    `M7 22C7 16 9.5 13.5 8.5 11L4.5 13.5L2.5 10.5L7.5 5.5L8.5 1.5L11 4.5C16.5 4.5 21 9 21 15.5L21 22Z${circle(10, 8.4, 1.1)}`,
  ),
  Artillery: new Glyph(
    `M2 9.5L18.5 3L21.5 8L13.2 11.6A6 6 0 0 0 5.2 14.2Z${circle(9.6, 16.4, 5)}${circle(9.6, 16.4, 1.8)}M15.6 17L22 20.5L21 22.5L14.6 19.4Z`,
  ),
  Spearman: new Glyph(
    "M2.5 7H14V13.5C14 18.5 10.5 20.8 8.2 22C6 20.8 2.5 18.5 2.5 13.5ZM7.4 9.5V19.2H9.2V9.5ZM17.4 22V8.5H15.4L18.4 1.5L21.4 8.5H19.4V22Z",
  ),
  Artist: new Glyph(
    `M12 2.5C6 2.5 1.5 6.8 1.5 12S6 21.5 11 21.5C13.2 21.5 13.8 19.8 13.2 18.2C12.6 16.6 13.6 15.5 15.2 15.5H18.2C20.8 15.5 22.5 13.6 22.5 11C22.5 6.2 17.8 2.5 12 2.5Z${circle(7, 9, 1.7)}${circle(12, 6.6, 1.7)}${circle(17, 9, 1.7)}${circle(6.4, 14, 1.7)}`,
  ),
  Pig: new Glyph(
    `M12 5C17.4 5 21 8.6 21 13.2S17.4 21 12 21S3 17.8 3 13.2S6.6 5 12 5ZM2.6 8.4V2.6L8 4.4Q4.6 5.6 2.6 8.4ZM21.4 8.4V2.6L16 4.4Q19.4 5.6 21.4 8.4Z${circle(8.2, 10.4, 1.1)}${circle(15.8, 10.4, 1.1)}M12 12.6A4.6 3.2 0 0 1 12 19A4.6 3.2 0 0 1 12 12.6Z${circle(10.4, 15.8, 0.9)}${circle(13.6, 15.8, 0.9)}`,
  ),
  Engineer: new Glyph(
    "M3 4.6L9.4 2.4H15.2L18.6 5.4V8.6H15V11H9.8V8.6H6.2L3 9.6ZM10.2 12.4H14.6V19.6A2.2 2.2 0 0 1 10.2 19.6Z",
  ),
};

const BUILDINGS: Record<string, Glyph> = {
  School: new Glyph(
    "M12 3.5L23.2 8.8L12 14.2L0.8 8.8ZM5.4 12.6L12 15.8L18.6 12.6V17.2C16.6 20 7.4 20 5.4 17.2ZM20.6 11.2L22 10.5V18.2H20.6Z",
  ),
  Gallery: new Glyph(
    `M1.5 4H22.5V20.5H1.5ZM3.8 6.2V18.3H20.2V6.2ZM5 17.2L10 10L13.2 14.2L15.4 11.8L19 17.2Z${circle(16.2, 8.9, 1.4)}M11 4L12 2.2L13 4Z`,
  ),
  Farm: new Glyph(
    "M2.5 21.5V10L6.5 5L12 2.4L17.5 5L21.5 10V21.5H15.8V13.5H8.2V21.5ZM10 10.6H14V7.4H10ZM9.6 15H14.4V16.4H9.6ZM9.6 18H14.4V19.4H9.6Z",
  ),
  Barracks: new Glyph(
    "M2 2H5.2L12 9L18.8 2H22V5.2L15 12L17.2 14.2L18.8 12.6L20.4 14.2L18.4 16.2L22 19.8L19.8 22L16.2 18.4L14.2 20.4L12.6 18.8L14.2 17.2L12 15L9.8 17.2L11.4 18.8L9.8 20.4L7.8 18.4L4.2 22L2 19.8L5.6 16.2L3.6 14.2L5.2 12.6L6.8 14.2L9 12L2 5.2Z",
  ),
  Bunker: new Glyph(
    "M1.5 20.5V15C1.5 8.8 6 4.5 12 4.5S22.5 8.8 22.5 15V20.5ZM5.4 12.6V15.4H18.6V12.6ZM10 17.6H14V20.5H10Z",
  ),
};

const UNKNOWN = new Glyph(circle(12, 12, 6));

export const unitGlyph = (type: string): Glyph => UNITS[type] ?? UNKNOWN;
export const buildingGlyph = (type: string): Glyph => BUILDINGS[type] ?? UNKNOWN;
export const UNIT_TYPES = Object.keys(UNITS);
export const BUILDING_TYPES = Object.keys(BUILDINGS);
