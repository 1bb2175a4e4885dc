// What the viewer needs to know about a game. A board draws frames; it contains no rules.

import type { Json } from "../film/delta";
import type { Frame, Head, Note, Order, Spot } from "../film/film";
import type { Painter } from "./painter";

/** Something on the board that can be pointed at. */
export interface Thing {
  /** Its name in the tooltip and the inspector. */
  name: string;
  /** Identifies it in every frame: where its state is in the game's frame, such as `robots.robot_1`. */
  path: string;
  /** Its state, as labels and values. */
  rows: [string, string][];
}

/** A moment between two frames. `t` runs from 0 to 1. At rest it is 1, or the end of one of the parts of the
 * frame: a third if the first of three parts has been shown. */
export interface Scene<B> {
  before: B;
  after: B;
  /** The frame that contains `after`. */
  frame: Frame<B>;
  t: number;
  /** The board this many frames before `after`, if it is loaded. */
  earlier(frames: number): B | null;
  head: Head;
  switches: Record<string, boolean>;
  selected: Thing | null;
  /** The path of the thing under the pointer. */
  pointed: string | null;
}

export interface Switch {
  key: string;
  label: string;
  on: boolean;
  /** Of the switches of a group exactly one is on. */
  group?: string;
}

export interface Table {
  title: string;
  /** The first column has the names of the rows. */
  columns: string[];
  rows: (string | number)[][];
  /** Whether the columns after the first, or the rows, get the colours of the seats. */
  seats?: "columns" | "rows";
}

/** A sign on the board and what it means. */
export interface LegendEntry {
  /** Draws the sign around (0, 0), at most 0.6 units to each side. */
  draw(painter: Painter): void;
  text: string;
}

/** An accepted order that had no effect when it was carried out. */
export interface Loss {
  seat: number;
  /** The order in words. */
  order: string;
  /** Why it had no effect, without a full stop. */
  why: string;
}

/** An order in words: a sentence without its subject and full stop, such as "moves robot 3 up". */
export interface Told {
  text: string;
  /** The path of the thing that it is about; null if there is none. */
  path: string | null;
}

/** How a board is drawn. `B` is the type of the game's frames. */
export interface Picture<B> {
  /** Width and height of the whole picture in board units. */
  size(board: B): [number, number];
  /** Covers the whole canvas: first what does not move (`StaticLayer` in layer.ts), then what does. */
  draw(painter: Painter, scene: Scene<B>): void;
}

/** A button that gives the legal order which has these values; other fields of the order are asked for. */
export interface Deal {
  label: string;
  /** What a screen reader says instead of the label, before the first cell of the row. */
  says?: string;
  call: Json;
}

/** A table with orders for a person who plays, such as a market. */
export interface DealTable {
  title: string;
  columns: string[];
  rows: (string | number | Deal)[][];
}

/** Everything around the picture. defaults.ts has a default for each of them. */
export interface Panels<B> {
  /** Frames per second at normal speed. */
  pace: number;
  /** The rules in one paragraph. */
  rules: string;
  /** What is drawn on the board, in addition to the colours and shapes of the seats. */
  legend: LegendEntry[];
  /** The check boxes below the board. */
  switches: Switch[];
  /** The topmost thing at a point. */
  pick(scene: Scene<B>, x: number, y: number): Thing | null;
  /** The same thing in another frame, with its state there; null if it no longer exists. */
  find(scene: Scene<B>, path: string): Thing | null;
  /** The state whose changes are a thing's history; by default the part of the frame its path names. */
  state(board: B, path: string): unknown;
  /** The position of a tile or unit that a bot's drawing refers to. */
  place(board: B, where: Spot, switches: Record<string, boolean>): [number, number] | null;
  /** Notes that the game keeps in its own frames, in addition to the frame's `notes`. */
  notes(board: B): Note[];
  /** An order in words; null to show it as it was sent. */
  order(order: Order, board: B): Told | null;
  /** Orders that were accepted and had no effect when they were carried out in this frame. */
  losses(board: B): Loss[];
  /** The tables beside the board. */
  tables(board: B, head: Head): Table[];
  /** Tables with orders for the person at a seat; the orders are not listed a second time. */
  deals(board: B, seat: number, head: Head): DealTable[];
  /** The score of a seat, for the headline; null shows none. */
  score(board: B, seat: number, head: Head): number | null;
  /** The number of parts that are shown one after the other, and can be stepped through. Frames with steps
   * (docs/viewer.md) have one part for each seat that moved. */
  parts(board: B): number;
  /** What a part is called, such as "action"; empty if frames have no parts. A check box with this name chooses
   * whether a step of the film is one part. */
  part: string;
  /** Whether that check box is on at first. */
  stepsByPart: boolean;
  /** What the frame shows, such as "round 12, blue". */
  caption(frame: Frame<B>, head: Head): string;
}

/** What games/GAME/web/board.ts exports as `board`: a picture, and any of the panels. */
export type Board<B> = Picture<B> & Partial<Panels<B>>;

export function between(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** A number with at most three decimals and thousands separators. */
export function figure(number: number): string {
  return number.toLocaleString("en", { maximumFractionDigits: 3 });
}

/** Replaces "player 1" in a game's sentence by the name of that seat. */
export function named(sentence: string, head: Head): string {
  return sentence.replace(/\bplayer (\d)\b/g, (words, number) => {
    const name = head.seats[Number(number)]?.[0] ?? "player";
    return name.startsWith("player") ? words : `the ${name} player`;
  });
}

/** The name of a seat, such as "blue". */
export function seatName(head: Head, seat: number): string {
  return head.seats[seat]?.[0] ?? `seat ${seat}`;
}

/** Eases in and out: slow at both ends. */
export function ease(t: number): number {
  return t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
}
