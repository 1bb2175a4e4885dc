import { expect, test } from "vitest";
import { DEFAULT_PANELS } from "../board/defaults";
import type { Frame, Note } from "../film/film";
import { logLines, notesOf } from "./notes";

const notes: Note[] = [
  [0, 3, { log: "hello" }],
  [1, 1, { dot: { at: { tile: [2, 5] }, colour: [1, 2, 3] } }],
  [1, 1, { line: { from: { unit: "u7" }, to: { tile: [0, 0] }, colour: [1, 2, 3] } }],
  [0, 3, { text: { at: { tile: [1, 1] }, text: "here", colour: [1, 2, 3] } }],
];

test("beside a picture only logs are listed", () => {
  expect(logLines(notes, false)).toEqual([{ seat: 0, actor: 3, text: "hello" }]);
});

test("beside a text board drawings are listed as sentences", () => {
  expect(logLines(notes, true).map(({ text }) => text)).toEqual([
    "hello",
    "dot at (2, 5)",
    "line from u7 to (0, 0)",
    '"here" at (1, 1)',
  ]);
});

test("a game's own notes follow those of the frame", () => {
  const own: Note = [0, 0, { log: "own" }];
  const frame: Frame<unknown> = {
    round: 1,
    seats: [],
    spent: [],
    ends: [],
    orders: [],
    notes,
    events: [],
    board: {},
  };
  expect(notesOf({ ...DEFAULT_PANELS, notes: () => [own] }, frame)).toEqual([...notes, own]);
});
