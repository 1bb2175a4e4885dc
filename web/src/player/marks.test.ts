import { expect, test } from "vitest";
import type { Frame, Head } from "../film/film";
import { eventFrame, type Mark, marksOf, scrubberMarks } from "./marks";

const mark = (frame: number, kind: string): Mark => ({ frame, kind, by: 0, sentence: kind });

test("the scrubber shows the most important event of a frame", () => {
  const marks = [mark(3, "hit"), mark(3, "elimination"), mark(5, "capture")];
  expect(scrubberMarks(marks).map(({ kind }) => kind)).toEqual(["elimination", "capture"]);
});

test("kinds that are too frequent are left out, but never all", () => {
  const hits = Array.from({ length: 500 }, (_, i) => mark(i, "hit"));
  expect(scrubberMarks([...hits, mark(7, "lead_change")]).map(({ frame }) => frame)).toEqual([7]);
  expect(scrubberMarks(hits)).toHaveLength(500);
  expect(scrubberMarks([])).toEqual([]);
});

test("the next and the previous event of a frame", () => {
  const marks = [mark(2, "hit"), mark(2, "kill"), mark(9, "hit")];
  expect([eventFrame(marks, 0, 1), eventFrame(marks, 2, 1), eventFrame(marks, 9, 1)]).toEqual([2, 9, null]);
  expect([eventFrame(marks, 9, -1), eventFrame(marks, 2, -1)]).toEqual([2, null]);
});

test("events and faults of bots are marks; refusals are not", () => {
  const frame = {
    ends: [
      [1, 1, "failed"],
      [1, 2, "failed"],
      [0, 0, "paused"],
    ],
    events: [
      { kind: "refusal", sentence: "no" },
      { kind: "capture", by: 0, sentence: "blue took it" },
    ],
  } as unknown as Frame<unknown>;
  const head = { seats: [["blue"], ["red"]] } as unknown as Head;
  expect(marksOf(frame, 3, head)).toEqual([
    { frame: 3, kind: "fault", by: 1, sentence: "red failed with an exception" },
    { frame: 3, kind: "capture", by: 0, sentence: "blue took it" },
  ]);
});
