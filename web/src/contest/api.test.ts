// @vitest-environment node
import { expect, test } from "vitest";
import { canPass, isSignedOut, Lost, refusal } from "./api";

test("only failures that pass are worth another try", () => {
  expect([0, 429, 500, 503].filter((status) => !canPass(status))).toEqual([]);
  expect([400, 401, 403, 404, 409, 413, 422].filter(canPass)).toEqual([]);
});

test("a session that has ended is told apart from other refusals", () => {
  expect(isSignedOut(refusal(401, { detail: "log in first" }))).toBe(true);
  expect([refusal(403, { detail: "no" }), new Lost(), "a sentence", null].some(isSignedOut)).toBe(false);
});
