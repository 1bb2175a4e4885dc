// The colour and the shape of every seat on a board.

import type { Theme } from "../design/theme";

export type { Theme };

export const SHAPES = ["circle", "square", "triangle", "diamond", "pentagon", "star"] as const;
export type Shape = (typeof SHAPES)[number];

/** The colour of a seat; of things without an owner if there is no seat. */
export function seatColour(theme: Theme, seat: number | null | undefined): string {
  if (seat === null || seat === undefined || seat < 0) return theme.neutral;
  return theme.seats[seat % theme.seats.length];
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
