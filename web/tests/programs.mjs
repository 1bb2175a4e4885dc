// The agon program, started and ended by the tests: plays matches, serves the page.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The program under test: $AGON, or what cargo built last. */
export function agon() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const candidates = [process.env.AGON, join(target, "release/agon"), join(target, "debug/agon")];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error("there is no agon program: run `cargo build` first");
  return resolve(found);
}

export function run(...words) {
  const done = spawnSync(agon(), words, { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`agon ${words.join(" ")}: ${done.stderr || done.stdout || done.error}`);
  return done.stdout;
}

/** A folder of its own for one run. */
export function scratch(name) {
  const folder = mkdtempSync(join(tmpdir(), `agon-${name}-`));
  mkdirSync(join(folder, "work"), { recursive: true });
  return folder;
}

/** The matches that are looked at: lively, and long enough. */
export const MATCHES = {
  mars: ["--map", "twin-craters", "--seed", "3"],
  asterobots: ["--seed", "1"],
  galaxy: ["--map", "archipelago", "--seed", "2"],
  timetravel: ["--seed", "1"],
  homerun: ["--map", "OwnDiamond", "--seed", "2"],
};

/** Plays the match of every game; the replays by game. */
export function playAll(folder) {
  const files = {};
  for (const [game, words] of Object.entries(MATCHES)) {
    files[game] = join(folder, `${game}.agonreplay`);
    run("play", game, ...words, "--replay", files[game], "--json");
  }
  return files;
}

/** Starts `agon WORDS` and waits for the address it prints. */
export function serve(words, folder) {
  const child = spawn(agon(), [...words, "--no-open"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((done, failed) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      const url = /Watch:\s+(\S+)/.exec(said);
      if (url) done({ url: url[1], stop: () => child.kill("SIGINT"), said: () => said });
    });
    child.stderr.on("data", (data) => (said += data));
    child.on("exit", (code) => failed(new Error(`agon ${words.join(" ")} ended with ${code}: ${said}`)));
  });
}
