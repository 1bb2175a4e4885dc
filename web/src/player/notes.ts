// What bots log and draw for the viewer: lines of text, and dots, lines and labels on the board.

import type { Panels, Scene } from "../board/board";
import type { Painter } from "../board/painter";
import type { Colour, Frame, Note, NoteBody, Spot } from "../film/film";

/** All notes of a frame: those of the protocol, and those that the game keeps in its own frames. */
export function notesOf(board: Panels<unknown>, frame: Frame<unknown>): Note[] {
  return [...frame.notes, ...board.notes(frame.board)];
}

export interface LogLine {
  seat: number;
  actor: number;
  text: string;
}

/** The logs among the notes; with `drawings` also a sentence for each drawing, for boards shown as text. */
export function logLines(notes: Note[], drawings: boolean): LogLine[] {
  return notes.flatMap(([seat, actor, body]) => {
    if ("log" in body) return [{ seat, actor, text: body.log }];
    return drawings ? [{ seat, actor, text: drawingText(body) }] : [];
  });
}

function drawingText(body: Exclude<NoteBody, { log: string }>): string {
  if ("dot" in body) return `dot at ${spotText(body.dot.at)}`;
  if ("text" in body) return `"${body.text.text}" at ${spotText(body.text.at)}`;
  return `line from ${spotText(body.line.from)} to ${spotText(body.line.to)}`;
}

const spotText = (spot: Spot): string => ("tile" in spot ? `(${spot.tile.join(", ")})` : spot.unit);

export function drawNotes(p: Painter, board: Panels<unknown>, scene: Scene<unknown>): void {
  for (const [seat, , body] of notesOf(board, scene.frame)) {
    if (scene.switches[`notes${seat}`] !== false) drawOne(p, board, scene, body);
  }
}

function css(colour: Colour): string {
  return `rgb(${colour.join(", ")})`;
}

function drawOne(p: Painter, board: Panels<unknown>, scene: Scene<unknown>, body: NoteBody): void {
  const place = (spot: Spot): [number, number] | null => board.place(scene.after, spot, scene.switches);
  if ("dot" in body) {
    const at = place(body.dot.at);
    if (at) {
      p.disc(...at, 0.2, css(body.dot.colour));
      p.ring(...at, 0.2, "#ffffff", 0.05);
    }
  } else if ("text" in body) {
    const at = place(body.text.at);
    if (at) p.label(body.text.text, at[0], at[1], 0.45, css(body.text.colour), p.theme.paper);
  } else if ("line" in body) {
    const [from, to] = [place(body.line.from), place(body.line.to)];
    if (from && to) p.line([from, to], css(body.line.colour), 0.1);
  }
}
