import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256";

test("the hash is that of other programs, at all lengths around a block", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (let length = 0; length < 200; length += 1) {
    const text = "aé".repeat(length).slice(0, length);
    expect(sha256(text), `${length}`).toBe(createHash("sha256").update(text).digest("hex"));
  }
});
