import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isSkipped, tar } from "./tar";

test("the system's tar unpacks what was packed", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-tar-"));
  const long = `bot/${"deep/".repeat(20)}file-${"x".repeat(60)}.py`;
  const files = [
    { path: "bot.py", bytes: new TextEncoder().encode("print('ü')\n") },
    { path: "data/empty", bytes: new Uint8Array() },
    { path: long, bytes: new Uint8Array(1300).fill(7) },
  ];
  writeFileSync(join(folder, "bot.tar"), tar(files));
  const done = spawnSync("tar", ["xf", "bot.tar"], { cwd: folder, encoding: "utf8" });
  expect(done.stderr).toBe("");
  for (const { path, bytes } of files)
    expect(new Uint8Array(readFileSync(join(folder, path)))).toEqual(bytes);
  rmSync(folder, { recursive: true });
});

test("the order of the files does not change the bytes", () => {
  const one = { path: "a", bytes: new Uint8Array([1]) };
  const two = { path: "b", bytes: new Uint8Array([2]) };
  expect(tar([one, two])).toEqual(tar([two, one]));
});

test("histories and caches are left out", () => {
  expect(["a/.git/config", "__pycache__/x.pyc", "target/debug/bot"].every(isSkipped)).toBe(true);
  expect(["bot.py", "src/targets.py", "git/x"].some(isSkipped)).toBe(false);
});
