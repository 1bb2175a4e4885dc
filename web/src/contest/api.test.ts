// @vitest-environment node
import { expect, test } from "vitest";
import { canPass } from "./api";

test("only failures that pass are worth another try", () => {
  expect([0, 429, 500, 503].filter((status) => !canPass(status))).toEqual([]);
  expect([400, 401, 403, 404, 409, 413, 422].filter(canPass)).toEqual([]);
});
