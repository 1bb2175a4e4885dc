// The speed of the largest boards and of a long replay. Times are only printed, because other programs may
// use the machine; the tests check how much work an animation frame takes.

import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { openFilm, shown } from "./page";
import { run, scratch, serve } from "./programs.mjs";

// A long match takes minutes on a busy machine.
test.describe.configure({ mode: "serial", timeout: 360_000 });

interface Work {
  stills: number;
  tiles: number;
  sprites: number;
  reused: number;
}

interface Pace {
  pictures: number;
  /** Animation frames per second. */
  rate: number;
  /** Milliseconds of script for each. */
  busy: number;
  turns: number;
  work: Work;
}

/** Plays the film for some seconds and counts the work. */
async function pace(page: Page, seconds: number): Promise<Pace> {
  await page.getByTestId("speed").selectOption("2");
  await page.getByTestId("play").click();
  await page.waitForTimeout(500);
  const first = await shown(page);
  const counted = await page.getByTestId("board").evaluate(async (node, time) => {
    const canvas = node as unknown as { pictures(): number; busy(): number; work(): Work };
    const [pictures, busy, work, start] = [
      canvas.pictures(),
      canvas.busy(),
      canvas.work(),
      performance.now(),
    ];
    await new Promise((done) => setTimeout(done, time * 1000));
    const drawn = canvas.pictures() - pictures;
    const after = canvas.work();
    return {
      pictures: drawn,
      rate: (drawn * 1000) / (performance.now() - start),
      busy: (canvas.busy() - busy) / Math.max(1, drawn),
      work: {
        stills: after.stills - work.stills,
        tiles: after.tiles - work.tiles,
        sprites: after.sprites - work.sprites,
        reused: after.reused - work.reused,
      },
    };
  }, seconds);
  await page.getByTestId("play").click();
  return { ...counted, turns: (await shown(page)) - first };
}

/** Most of each animation frame is copied; little is drawn again. */
function expectLittleWork(name: string, { pictures, rate, busy, turns, work }: Pace): void {
  console.log(
    `${name}: ${rate.toFixed(1)} pictures per second, ${busy.toFixed(2)} ms of script each; in ${turns} turns ` +
      `${work.stills} backgrounds, ${work.tiles} tiles and ${work.sprites} sprites drawn, ${work.reused} reused`,
  );
  expect(pictures).toBeGreaterThan(0);
  expect(work.stills).toBeLessThanOrEqual(turns + 3);
  expect(work.sprites).toBeLessThan(400);
  expect(work.reused).toBeGreaterThan(pictures);
}

test("Home Run, 60x60, 1,500 rounds, hundreds of units", async ({ page }) => {
  const folder = scratch("speed");
  const file = join(folder, "long.agonreplay");
  run(
    "play",
    "homerun",
    "builtin:demo",
    "builtin:demo",
    "--map",
    "random:size=60x60,bases=0,stadiums=8",
    "--seed",
    "3",
    "--replay",
    file,
    "--json",
  );
  const server = await serve(["watch", file], folder);
  await page.goto(server.url, { waitUntil: "commit" });
  const opened = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const look = (): void => {
          const board = document.querySelector('[data-testid="board"]') as { pictures?(): number } | null;
          if (board?.pictures?.()) done(performance.now());
          else setTimeout(look, 10);
        };
        look();
      }),
  );
  await expect(async () => {
    await page.locator("body").press("End");
    expect(await shown(page)).toBeGreaterThan(0);
  }).toPass();
  await expect(page.getByTestId("where")).toContainText("/ 1500", { timeout: 240_000 });
  expect(await shown(page), "the shown frame stays while the film grows").toBeGreaterThan(0);
  const complete = await page.evaluate(() => performance.now());
  const seek = Date.now();
  await page.locator("body").press("9");
  await expect(page.getByTestId("where").locator(".caption")).toContainText("round 1349");
  const sought = Date.now() - seek;
  console.log(
    `Home Run: first picture after ${opened.toFixed(0)} ms, all frames after ${complete.toFixed(0)} ms, a jump takes ${sought} ms`,
  );
  const counted = await pace(page, 3);
  expectLittleWork("Home Run", counted);
  // Few tiles change per frame.
  expect(counted.work.tiles).toBeLessThanOrEqual(40 * (counted.turns + 1));
  await server.stop();
});

test("Mars, 48x48, late in the game", async ({ page }) => {
  const folder = scratch("speed");
  const file = join(folder, "mars.agonreplay");
  run("play", "mars", "builtin:greedy", "builtin:greedy", "--map", "olympus", "--replay", file, "--json");
  const server = await serve(["watch", file], folder);
  await openFilm(page, `${server.url}?at=300`);
  expect(await shown(page)).toBe(300);
  const counted = await pace(page, 3);
  expectLittleWork("Mars", counted);
  expect(counted.work.tiles).toBeLessThan((48 * 48 * (counted.turns + 1)) / 4);
  await server.stop();
});
