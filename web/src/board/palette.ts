// Colours that colour-blind people can tell apart (after Okabe and Ito), and a shape for every seat.

export interface Theme {
  dark: boolean;
  paper: string;
  ground: string;
  line: string;
  ink: string;
  faint: string;
}

export const DARK: Theme = {
  dark: true,
  paper: "#0d1117",
  ground: "#1b222c",
  line: "#39424f",
  ink: "#e8edf3",
  faint: "#8b97a6",
};

export const LIGHT: Theme = {
  dark: false,
  paper: "#f3f4f1",
  ground: "#ffffff",
  line: "#c3c9cf",
  ink: "#1a2027",
  faint: "#5c6874",
};

/** One colour per seat. */
export const SEATS = ["#3b8ee8", "#e8722a", "#1fae7f", "#e3c21b", "#cf7bb4", "#7fc7f2"];
/** The colour of things without an owner. */
export const NEUTRAL = "#8b929b";

export const SHAPES = ["circle", "square", "triangle", "diamond", "pentagon", "star"] as const;
export type Shape = (typeof SHAPES)[number];

export function seatColour(seat: number | null | undefined): string {
  return seat === null || seat === undefined || seat < 0 ? NEUTRAL : SEATS[seat % SEATS.length];
}

export function seatShape(seat: number | null | undefined): Shape {
  return seat === null || seat === undefined || seat < 0 ? "circle" : SHAPES[seat % SHAPES.length];
}

/** A mixture of two colours written as #rrggbb; `share` is the part of the second. */
export function mix(a: string, b: string, share: number): string {
  const part = (colour: string, i: number) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  const parts = [0, 1, 2].map((i) => Math.round(part(a, i) + (part(b, i) - part(a, i)) * share));
  return `#${parts.map((n) => n.toString(16).padStart(2, "0")).join("")}`;
}
