import { expect, test } from "vitest";
import type { Json } from "./delta";
import { decode, Film, joined, type Source, type Summary } from "./film";
import { callText, difference, history, valueText } from "./history";

const SIZE = 4;

function summary(frames: number, from = 0, done = true): Summary {
  const numbers = Array.from({ length: frames }, (_, i) => i).slice(from);
  return {
    head: {
      game: "none",
      title: "None",
      score: "points",
      seats: [["a", "x"]],
      map: "m",
      seed: 1,
      rules: "handbook",
      source: "",
      gauges: [],
    },
    chunk: SIZE,
    frames,
    from,
    rounds: numbers,
    turns: numbers.map(() => [0]),
    lines: [[numbers]],
    verdict: null,
    fault: null,
    done,
  };
}

/** A film whose unit moves one step right in every frame and disappears in the last. */
function source(total: number, grows: number[] = [total]): Source & { asked: number[] } {
  const asked: number[] = [];
  let shown = 0;
  const length = (): number => grows[Math.min(shown, grows.length - 1)];
  const board = (i: number): Json => ({ units: i === total - 1 ? {} : { u: { x: i, team: "A" } } });
  return {
    asked,
    page: null,
    summary: async (from) => {
      if (from !== undefined) shown += 1;
      return summary(length(), from ?? 0, length() === total);
    },
    chunk: async (number) => {
      asked.push(number);
      const frames = Array.from(
        { length: Math.min(SIZE, length() - number * SIZE) },
        (_, i) => number * SIZE + i,
      );
      return frames.map((n, i) => (i === 0 ? { board: board(n) } : { board: { "=": board(n) } }));
    },
  };
}

test("a chunk is its first frame and the differences to the others", () => {
  const frames = decode([{ board: { n: 1, m: [1, 2] } }, { board: { n: 2 } }, { board: { m: { "1": 5 } } }]);
  expect(frames.map((frame) => frame.board)).toEqual([
    { n: 1, m: [1, 2] },
    { n: 2, m: [1, 2] },
    { n: 2, m: [1, 5] },
  ]);
});

test("any frame can be loaded, and a chunk is fetched once", async () => {
  const from = source(10);
  const film = await Film.open(from);
  const [nine, eight] = await Promise.all([film.load(9), film.load(8)]);
  expect(nine?.board).toEqual({ units: {} });
  expect(eight?.board).toEqual({ units: { u: { x: 8, team: "A" } } });
  expect(film.frame(8)).toBe(eight);
  expect(film.frame(0)).toBeUndefined();
  expect(from.asked).toEqual([2]);
});

test("a growing film is followed to its end", async () => {
  const film = await Film.open(source(10, [3, 6, 10]));
  await film.load(2);
  expect(film.frame(3)).toBeUndefined();
  expect(await film.grow()).toBe(true);
  expect(film.length).toBe(6);
  expect((await film.load(3))?.board).toEqual({ units: { u: { x: 3, team: "A" } } });
  expect(await film.grow()).toBe(true);
  expect(film.summary.rounds).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(film.summary.lines[0][0]).toHaveLength(10);
  expect(await film.grow()).toBe(false);
});

test("a newer summary is appended where it begins", () => {
  const whole = joined(summary(5, 0, false), summary(8, 5));
  expect(whole.rounds).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(whole.from).toBe(0);
});

test("a thing's history lists every change", async () => {
  const film = await Film.open(source(6));
  const changes = [];
  for await (const change of history(film, "units.u")) changes.push(change);
  expect(changes).toEqual([
    { frame: 0, text: "appears: x 0, team A" },
    { frame: 1, text: "x 0 → 1" },
    { frame: 2, text: "x 1 → 2" },
    { frame: 3, text: "x 2 → 3" },
    { frame: 4, text: "x 3 → 4" },
    { frame: 5, text: "is gone" },
  ]);
});

test("values and calls are shown as words", () => {
  expect(difference({ a: 1 }, { a: 1 })).toBe("");
  expect(valueText({ move_cd: 1.23456, carrying: false, at: [1, 2], owner: null })).toBe(
    "move cd 1.235, carrying no, at (1, 2), owner none",
  );
  expect(callText({ move: { robot: "robot_3", direction: "UP" } })).toBe("move: robot 3, direction UP");
  expect(callText("refuel")).toBe("refuel");
  expect(callText({ bat: ["NORTH", 3] })).toBe("bat: (NORTH, 3)");
});

test("a game that begins again, and its replay, are loaded anew", async () => {
  const of = (take: string | undefined, frames: number, from: number, done: boolean): Summary => {
    const made = summary(frames, from, done);
    return { ...made, head: { ...made.head, take } };
  };
  let now: [string | undefined, number, boolean] = ["first", 3, false];
  const source: Source = {
    page: null,
    // A replay's summary is always whole.
    summary: async (from = 0) => of(now[0], now[1], now[2] ? 0 : Math.min(from, now[1]), now[2]),
    chunk: async () => [{ round: 0, board: now[0] ?? "replay" }] as unknown as Json[],
  };
  const film = await Film.open(source);
  expect((await film.load(0))?.board).toBe("first");
  now = ["first", 5, false];
  await film.grow();
  expect([film.takes, film.summary.rounds]).toEqual([0, [0, 1, 2, 3, 4]]);
  // The second take is shorter than the first one was.
  now = ["second", 2, false];
  await film.grow();
  expect([film.takes, film.length, film.summary.rounds]).toEqual([1, 2, [0, 1]]);
  expect((await film.load(0))?.board).toBe("second");
  now = [undefined, 4, true];
  await film.grow();
  expect([film.takes, film.summary.rounds, film.summary.done]).toEqual([2, [0, 1, 2, 3], true]);
  expect((await film.load(0))?.board).toBe("replay");
  expect(await film.grow()).toBe(false);
});
