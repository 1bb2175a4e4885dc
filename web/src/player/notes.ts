// What bots print and draw for whoever watches: lines of text, dots, lines and texts on the board.

import type { Board, Scene } from "../board/board";
import type { Painter } from "../board/painter";
import { seatColour } from "../board/palette";
import type { Frame, Note } from "../film/film";

type Where = { tile?: number[]; unit?: number | string };

interface Drawing {
  at?: Where;
  from?: Where;
  to?: Where;
  text?: string;
  colour?: string;
}

/** A note by its kind: `{"log": "text"}`, `{"dot": {...}}`, `{"line": {...}}`, `{"text": {...}}`. */
export function kindOf(note: Note): [string, unknown] {
  if (note.note !== null && typeof note.note === "object" && !Array.isArray(note.note)) {
    const entry = Object.entries(note.note)[0];
    if (entry) return entry;
  }
  return ["log", note.note];
}

/** The lines of text among the notes of a frame. */
export function logLines(frame: Frame): { seat: number; actor: number; text: string }[] {
  return (frame.notes ?? []).flatMap((note) => {
    const [kind, body] = kindOf(note);
    return kind === "log" ? [{ seat: note.seat, actor: note.actor, text: String(body) }] : [];
  });
}

export function drawNotes(p: Painter, board: Board<unknown>, scene: Scene<unknown>): void {
  for (const note of scene.frame.notes ?? []) {
    if (scene.switches[`notes${note.seat}`] === false) continue;
    const [kind, body] = kindOf(note);
    if (body === null || typeof body !== "object") continue;
    drawOne(p, board, scene, kind, body as Drawing, seatColour(note.seat));
  }
}

function drawOne(
  p: Painter,
  board: Board<unknown>,
  scene: Scene<unknown>,
  kind: string,
  drawing: Drawing,
  own: string,
): void {
  const place = (where?: Where): [number, number] | null => (where ? board.place(scene.after, where) : null);
  const colour = drawing.colour ?? own;
  const at = place(drawing.at);
  if (kind === "dot" && at) {
    p.disc(...at, 0.2, colour);
    p.ring(...at, 0.2, "#ffffff", 0.05);
  } else if (kind === "text" && at) {
    p.label(drawing.text ?? "", at[0], at[1], 0.45, colour, p.theme.paper);
  } else if (kind === "line") {
    const [from, to] = [place(drawing.from), place(drawing.to)];
    if (from && to) p.line([from, to], colour, 0.1);
  }
}
