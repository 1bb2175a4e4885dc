// Starts and stops the agon program: plays matches, serves the page.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The program under test: $AGON, else the release build, else the debug build. */
export function agon() {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const candidates = [process.env.AGON, join(target, "release/agon"), join(target, "debug/agon")];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error("found no agon program: run `cargo build`, or set AGON to its path");
  return resolve(found);
}

export function run(...words) {
  const done = spawnSync(agon(), words, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`agon ${words.join(" ")}: ${done.error ?? done.stderr}`);
  return done.stdout;
}

/** A temporary folder, deleted when the process ends. */
export function scratch(name) {
  const folder = mkdtempSync(join(tmpdir(), `agon-${name}-`));
  mkdirSync(join(folder, "work"), { recursive: true });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The matches of the tests, by game. */
export const MATCHES = {
  mars: ["builtin:greedy", "builtin:greedy", "--map", "twin-craters", "--seed", "3"],
  asterobots: ["--seed", "1"],
  galaxy: ["builtin:greedy", "builtin:greedy", "--map", "archipelago", "--seed", "2"],
  timetravel: ["--seed", "1"],
  homerun: ["builtin:brawler", "builtin:brawler", "--map", "OwnDiamond", "--seed", "2"],
};

/** Plays the match of a game and returns the path of its replay. */
export function play(folder, game) {
  const file = join(folder, `${game}.agonreplay`);
  run("play", game, ...MATCHES[game], "--replay", file, "--json");
  return file;
}

/** Plays the match of every game and returns the replays by game. */
export function playAll(folder) {
  return Object.fromEntries(Object.keys(MATCHES).map((game) => [game, play(folder, game)]));
}

/** Starts `agon WORDS` and waits for the address it prints. */
export function serve(words, folder) {
  const child = spawn(agon(), [...words, "--no-open"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  process.once("exit", () => child.kill());
  const gone = new Promise((done) => child.once("exit", done));
  const stop = () => {
    child.kill("SIGINT");
    return gone;
  };
  return new Promise((done, failed) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      const url = /(?:Watch|Play):\s+(\S+)/.exec(said);
      if (url) done({ url: url[1], stop, said: () => said });
    });
    child.stderr.on("data", (data) => (said += data));
    child.on("exit", (code) => failed(new Error(`agon ${words.join(" ")} ended with ${code}: ${said}`)));
  });
}
