// What the shell needs to know of a game to show it. A board draws frames; it knows no rule.

import type { Frame, Head, Note, Spot } from "../film/film";
import type { Painter } from "./painter";

/** Something on the board that can be pointed at. */
export interface Thing {
  /** What to call it. */
  name: string;
  /** Its own name, by which it is found again: where its state is in the board's data, as `robots.robot_1`. */
  path: string;
  /** Its full state as people read it. */
  rows: [string, string][];
}

/** What is drawn: the way from one frame to the next, `t` from 0 to 1. At rest `t` is 1. */
export interface Scene<B> {
  before: B;
  after: B;
  /** The frame that `after` is the board of. */
  frame: Frame<B>;
  t: number;
  /** The board so many frames before `after`, if it is at hand. */
  earlier(frames: number): B | null;
  head: Head;
  switches: Record<string, boolean>;
  selected: Thing | null;
  /** The path of what the pointer is on. */
  pointed: string | null;
}

export interface Switch {
  key: string;
  label: string;
  on: boolean;
}

export interface Table {
  title: string;
  /** The first column has the names of the rows. */
  columns: string[];
  rows: (string | number)[][];
  /** Seats whose colours mark the columns behind the first, or the rows. */
  seats?: "columns" | "rows";
}

/** A board of one game. `B` is the type of the game's frames. */
export interface Board<B> {
  /** Frames per second at normal speed. */
  pace: number;
  /** What can be switched on and off. */
  switches: Switch[];
  /** Width and height of the whole picture in the board's own units. */
  size(board: B): [number, number];
  /** Covers the whole canvas: what stands still first (`Still` in layer.ts), then what moves. */
  draw(painter: Painter, scene: Scene<B>): void;
  /** What lies under a point; the topmost first. */
  pick(scene: Scene<B>, x: number, y: number): Thing | null;
  /** The same thing in another frame, with its state there; null if it is gone. */
  find(scene: Scene<B>, path: string): Thing | null;
  /** What a thing's history is made of, where it is more than the part of the board its path names. */
  state?(board: B, path: string): unknown;
  /** Where a tile or a unit is that a bot's drawing names. */
  place(board: B, where: Spot): [number, number] | null;
  /** Notes that the game itself keeps, besides those of every game. */
  notes?(board: B): Note[];
  /** Numbers for the panels. */
  tables(board: B, head: Head): Table[];
  /** The score of a seat, for the headline. */
  score(board: B, seat: number): number;
  /** "round 12 of 200, blue": what the frame shows. */
  caption(frame: Frame<B>, head: Head): string;
}

export function between(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** A number with at most three decimals, in groups of three. */
export function figure(number: number): string {
  return number.toLocaleString("en", { maximumFractionDigits: 3 });
}

/** A sentence of the game with the seats' own names: "player 1" is who sits second. */
export function named(sentence: string, head: Head): string {
  return sentence.replace(/\bplayer (\d)\b/g, (words, number) => {
    const name = head.seats[Number(number)]?.[0] ?? "player";
    return name.startsWith("player") ? words : `the ${name} player`;
  });
}

/** Slow at both ends. */
export function ease(t: number): number {
  return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
}
