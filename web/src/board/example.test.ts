import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completed } from "../games";
import { DEFAULT_PANELS } from "./defaults";
import { board } from "./example";

test("the example is the one in docs/viewer.md", () => {
  const example = readFileSync(join(import.meta.dirname, "example.ts"), "utf8");
  const docs = readFileSync(join(import.meta.dirname, "../../../docs/viewer.md"), "utf8");
  expect(docs).toContain(`\`\`\`ts\n${example}\`\`\``);
});

test("a board of size and draw gets the default panels", () => {
  expect(completed(board)).toEqual({ ...DEFAULT_PANELS, ...board, picture: board });
  expect(board.size({ rows: ["..#", "#.."], units: {} })).toEqual([3, 2]);
});
