// What bots log and draw for whoever watches: lines of text, dots, lines and texts on the board.

import type { Board, Scene } from "../board/board";
import type { Painter } from "../board/painter";
import type { Colour, Frame, Note, NoteBody } from "../film/film";

/** All notes of a frame: those of every game, and those that this game keeps itself. */
export function notesOf(board: Board<unknown>, frame: Frame<unknown>): Note[] {
  return [...frame.notes, ...(board.notes?.(frame.board) ?? [])];
}

/** The lines of text among the notes of a frame. */
export function logLines(notes: Note[]): { seat: number; actor: number; text: string }[] {
  return notes.flatMap(([seat, actor, body]) => ("log" in body ? [{ seat, actor, text: body.log }] : []));
}

export function drawNotes(p: Painter, board: Board<unknown>, scene: Scene<unknown>): void {
  for (const [seat, , body] of notesOf(board, scene.frame)) {
    if (scene.switches[`notes${seat}`] !== false) drawOne(p, board, scene.after, body);
  }
}

function css(colour: Colour): string {
  return `rgb(${colour.join(", ")})`;
}

function drawOne(p: Painter, board: Board<unknown>, now: unknown, body: NoteBody): void {
  if ("dot" in body) {
    const at = board.place(now, body.dot.at);
    if (at) {
      p.disc(...at, 0.2, css(body.dot.colour));
      p.ring(...at, 0.2, "#ffffff", 0.05);
    }
  } else if ("text" in body) {
    const at = board.place(now, body.text.at);
    if (at) p.label(body.text.text, at[0], at[1], 0.45, css(body.text.colour), p.theme.paper);
  } else if ("line" in body) {
    const [from, to] = [board.place(now, body.line.from), board.place(now, body.line.to)];
    if (from && to) p.line([from, to], css(body.line.colour), 0.1);
  }
}
