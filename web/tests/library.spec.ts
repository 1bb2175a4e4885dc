// Folders of replays, tournaments, links that survive a restart, bots that are chosen on the start page.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import type { TextBox } from "../src/board/painter";
import { expectAccessible, openFilm, shown } from "./page";
import { play, root, run, scratch, serve } from "./programs.mjs";

/** The first cells of a column of the table of matches. */
const column = (page: Page, name: string): Promise<string[]> =>
  page.getByTestId("matches").locator(`tbody td.${name}`).allTextContents();

test("a folder is a table that is sorted and filtered; the player goes through it", async ({ page }) => {
  const folder = scratch("library");
  const replays = join(folder, "replays");
  mkdirSync(replays);
  for (const seed of ["3", "20", "1"])
    run(
      "play",
      "galaxy",
      "builtin:greedy",
      "builtin:random",
      "--seed",
      seed,
      "--replay",
      join(replays, `${seed}.agonreplay`),
      "--json",
    );
  copyFileSync(play(folder, "timetravel"), join(replays, "tt.agonreplay"));
  writeFileSync(join(replays, "broken.agonreplay"), "agon-replay 1\nnonsense");
  const server = await serve(["watch", replays], folder);
  expect(server.url).toContain("#/matches");
  await page.goto(server.url);
  await expect(page.getByTestId("matches").locator("tbody tr")).toHaveCount(5);
  await expect(page.getByTestId("matches")).toContainText("broken.agonreplay");
  await expect(page.getByTestId("matches").locator('canvas[data-drawn="true"]')).toHaveCount(4);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Seed" }).click();
  expect((await column(page, "seed")).map(Number)).toEqual([1, 1, 3, 20]);
  await page.getByRole("button", { name: "Seed" }).click();
  expect((await column(page, "seed")).map(Number)).toEqual([20, 3, 1, 1]);
  await expect(page.getByRole("columnheader", { name: "Seed" })).toHaveAttribute("aria-sort", "descending");
  await page.getByTestId("filter").fill("galaxy greedy");
  await expect(page.getByTestId("count")).toHaveText("3 of 5 matches");
  expect(await column(page, "winner")).toEqual(["greedy", "greedy", "greedy"]);
  await page.getByTestId("matches").getByRole("link").first().click();
  await expect(page.getByTestId("board")).toBeVisible();
  await expect(page.locator("header")).toContainText("seed 20");
  await expect(page.getByTestId("list-place")).toHaveText("1/3");
  await expect(page.getByRole("button", { name: "Previous match" })).toBeDisabled();
  await page.keyboard.press("]");
  await expect(page.locator("header")).toContainText("seed 3");
  await page.getByRole("button", { name: "Next match" }).click();
  await expect(page.locator("header")).toContainText("seed 1");
  await page.keyboard.press("[");
  await expect(page.locator("header")).toContainText("seed 3");
  // The list is as it was left.
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(page.getByTestId("count")).toHaveText("3 of 5 matches");
  expect((await column(page, "seed")).map(Number)).toEqual([20, 3, 1]);
  await server.stop();
});

test("a tournament opens as such: bracket, standings, cross table, each cell a match", async ({ page }) => {
  const folder = scratch("run");
  const bots = ["a=builtin:greedy", "b=builtin:random", "c=builtin:random", "d=builtin:greedy"];
  const words = bots.flatMap((bot) => ["--bot", bot]);
  run(
    "tournament",
    "--game",
    "galaxy",
    "--format",
    "single",
    ...words,
    "--out",
    join(folder, "cup"),
    "--json",
  );
  const server = await serve(["watch", join(folder, "cup")], folder);
  expect(server.url).toContain("#/run/");
  await page.goto(server.url);
  await expect(page.getByTestId("standings").locator("tbody tr")).toHaveCount(4);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tournament of Galaxy Commander");
  await expect(page.getByText("finished", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Cross table" }).click();
  await expectAccessible(page);
  await page.getByTestId("cross").getByRole("button").first().click();
  const dialog = page.getByRole("dialog");
  if (await dialog.isVisible()) await dialog.getByRole("link").first().click();
  await expect(page.getByTestId("board")).toBeVisible();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("tab", { name: "Bracket" }).click();
  await expect(page.getByTestId("meeting")).toHaveCount(3);
  await expectAccessible(page);
  await page.getByTestId("meeting").last().click();
  await expect(dialog.getByRole("link").or(page.getByTestId("board")).first()).toBeVisible();
  if (await dialog.isVisible()) await dialog.getByRole("link").first().click();
  await expect(page.getByTestId("board")).toBeVisible();
  await expect(page.getByTestId("list-place")).toContainText("/");
  await server.stop();
});

test("a league opens as such: ratings, cross table, each cell its matches", async ({ page }) => {
  const folder = scratch("league");
  const bots = join(folder, "bots");
  mkdirSync(bots);
  const names = ["champion", "greedy", "random"];
  const listed = names.map((name) => `"builtin:${name}"`).join(", ");
  writeFileSync(join(bots, "league.toml"), `game = "galaxy"\nbots = [${listed}]\n`);
  run("league", bots, "--games", "6", "--out", join(folder, "league"), "--replays", "all", "--json");
  const server = await serve(["watch", join(folder, "league")], folder);
  expect(server.url).toContain("#/run/");
  await page.goto(server.url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("League of Galaxy Commander");
  await expect(page.getByTestId("ratings").locator("tbody tr")).toHaveCount(names.length);
  await page.getByRole("tab", { name: "Cross table" }).click();
  const cells = page.getByTestId("cross").getByRole("button");
  await expect(cells.first()).toBeVisible();
  await expectAccessible(page);
  // Every cell lists the games of its two bots; each is a match.
  const dialog = page.getByRole("dialog");
  const pairs = await cells.count();
  expect(pairs).toBeGreaterThan(1);
  for (let cell = 0; cell < pairs; cell += 1) {
    await cells.nth(cell).click();
    await expect(dialog.getByRole("link").or(page.getByTestId("board")).first()).toBeVisible();
    if (await dialog.isVisible()) await dialog.getByRole("link").first().click();
    await expect(page.getByTestId("board")).toBeVisible();
    await page.getByRole("link", { name: "Back to the list" }).click();
    await page.getByRole("tab", { name: "Cross table" }).click();
  }
  await page.getByRole("tab", { name: "Games" }).click();
  await expect(page.getByTestId("run-games").locator("tbody tr")).toHaveCount(6);
  await server.stop();
});

test("a link survives a restart, and carries turn, tab, selection and zoom", async ({ page, context }) => {
  const folder = scratch("restart");
  const file = play(folder, "galaxy");
  const first = await serve(["watch", file], folder);
  await openFilm(page, first.url);
  await page.getByTestId("scrubber").fill("40");
  await page.getByRole("tab", { name: "Events" }).click();
  const board = page.getByTestId("board");
  await board.focus();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  const name = await page.getByTestId("inspector").locator("h3").first().textContent();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(page.getByTestId("minimap")).toBeVisible();
  await expect.poll(() => page.url()).toMatch(/#\/film\/[0-9a-f]{16}\?at=40&tab=events&sel=.+&look=/);
  const place = (): Promise<[number, number]> =>
    board.evaluate((node) =>
      (node as unknown as { toScreen(x: number, y: number): [number, number] }).toScreen(15, 10),
    );
  const before = await place();
  const link = page.url();
  const { port } = new URL(link);
  await first.stop();
  const second = await serve(["watch", folder, "--port", port], folder);
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByTestId("inspector").locator("h3").first()).toHaveText(name!);
  await expect(other.getByRole("tab", { name: "Events" })).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => shown(other)).toBe(40);
  const after = await other
    .getByTestId("board")
    .evaluate((node) =>
      (node as unknown as { toScreen(x: number, y: number): [number, number] }).toScreen(15, 10),
    );
  expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(6);
  await second.stop();
});

test("the small board moves the large one", async ({ page }) => {
  const folder = scratch("minimap");
  const server = await serve(["watch", play(folder, "mars")], folder);
  await openFilm(page, server.url);
  await expect(page.getByTestId("minimap")).toBeHidden();
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Zoom in" }).click();
  const small = page.getByTestId("minimap");
  await expect(small).toBeVisible();
  const corner = (): Promise<[number, number]> =>
    page
      .getByTestId("board")
      .evaluate((node) =>
        (node as unknown as { toScreen(x: number, y: number): [number, number] }).toScreen(0, 0),
      );
  const box = (await small.boundingBox())!;
  await page.mouse.click(box.x + 3, box.y + 3);
  await expect.poll(async () => (await corner()).map(Math.round)).toEqual([0, 0]);
  await page.mouse.click(box.x + box.width - 3, box.y + box.height - 3);
  await expect.poll(async () => (await corner())[1]).toBeLessThan(-200);
  await server.stop();
});

test("bots are chosen on the start page: built-in ones and a file", async ({ page }) => {
  const folder = scratch("choose");
  copyFileSync(join(root, "web/tests/bots/galaxy.py"), join(folder, "mine.py"));
  const server = await serve(["watch"], folder);
  await page.goto(server.url);
  await page.locator("article", { hasText: "Galaxy" }).getByRole("button", { name: "Play" }).click();
  const dialog = page.getByRole("dialog");
  // The best pair plays if nothing is chosen.
  await expect(dialog.getByTestId("bot0")).toHaveValue("champion");
  await dialog.getByTestId("bot0").selectOption("own");
  await dialog.getByTestId("start").click();
  await expect(dialog.getByTestId("choose-fault")).toContainText("Name the file or folder");
  await dialog.getByTestId("path0").fill("absent.py");
  await dialog.getByTestId("start").click();
  await expect(dialog.getByTestId("choose-fault")).toContainText("absent.py");
  await dialog.getByTestId("path0").fill("mine.py");
  await dialog.getByTestId("bot1").selectOption("random");
  await expectAccessible(page);
  await dialog.getByTestId("start").click();
  await expect(page.getByTestId("board")).toBeVisible();
  await expect(page.locator(".seats")).toContainText("mine");
  await expect(page.locator(".seats")).toContainText("builtin:random");
  await server.stop();
});

/** The texts that reach over an edge of the board. */
const cutOff = (page: Page, boxes: TextBox[]): Promise<string[]> =>
  page.getByTestId("board").evaluate((node, all) => {
    const { toScreen } = node as unknown as { toScreen(x: number, y: number): [number, number] };
    const { width, height } = node.getBoundingClientRect();
    const isOutside = ([x, y]: [number, number]): boolean => x < 0 || y < 0 || x > width || y > height;
    return all
      .filter(
        (box) =>
          isOutside(toScreen(box.x, box.y)) || isOutside(toScreen(box.x + box.width, box.y + box.height)),
      )
      .map(({ text }) => text);
  }, boxes);

test("numbers on the field of Asterobots never overprint, squads included, at any zoom", async ({ page }) => {
  const folder = scratch("numbers");
  const server = await serve(["watch", play(folder, "asterobots")], folder);
  await openFilm(page, server.url);
  const counts: number[] = [];
  for (const frame of ["150", "201", "380"]) {
    await page.getByTestId("scrubber").fill(frame);
    await expect.poll(() => shown(page)).toBe(Number(frame));
    for (let zoom = 0; zoom < 6; zoom++) {
      const boxes = await page
        .getByTestId("board")
        .evaluate((node) => (node as unknown as { texts(): TextBox[] }).texts());
      const over = boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter(
            (b) =>
              Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0.05 &&
              Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.05,
          )
          .map((b) => `${a.text} and ${b.text}`),
      );
      expect(over, `frame ${frame}, zoom ${zoom}`).toEqual([]);
      if (zoom === 0) expect(await cutOff(page, boxes), `frame ${frame}`).toEqual([]);
      counts.push(boxes.length);
      await page.getByRole("button", { name: "Zoom in" }).click();
    }
    await page.getByTestId("board").dblclick();
  }
  // Zooming in makes room for more numbers.
  expect(counts[1]).toBeGreaterThan(counts[0]);
  await server.stop();
});
