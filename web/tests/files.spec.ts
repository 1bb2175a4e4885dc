// Opens replay files, broken ones too, and saves matches as pages.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { colours, dropFile, expectAccessible, openFilm, shown } from "./page";
import { play, root, run, type Served, scratch, serve } from "./programs.mjs";

let server: Served;
let folder: string;
test.beforeAll(async () => {
  folder = scratch("files");
  server = await serve(["watch"], folder);
});
test.afterAll(() => server.stop());

test("the start page lists the games and is accessible", async ({ page }) => {
  await page.goto(server.url);
  await expect(page.getByRole("heading", { name: "Mars Makeover" })).toBeVisible();
  await expectAccessible(page);
});

test("an Agon replay is dropped", async ({ page }) => {
  const file = play(folder, "galaxy");
  await page.goto(server.url);
  await dropFile(page, file);
  await expect(page.getByTestId("board")).toBeVisible();
  await expect(page.getByTestId("where")).toContainText("/ 100");
});

for (const [game, ending] of [
  ["mars", "awap23r"],
  ["homerun", "txt"],
]) {
  test(`a replay of the original program of ${game} is dropped`, async ({ page }) => {
    const replay = play(scratch(game), game);
    const original = replay.replace(/agonreplay$/, ending);
    run("replay", "export", replay, "--original", "-o", original);
    const frames = run("replay", "frames", replay).trim().split("\n").length;
    await page.goto(server.url);
    await dropFile(page, original);
    await expect(page.getByTestId("where")).toContainText(`/ ${frames - 1}`);
    expect(await colours(page)).toBeGreaterThan(12);
    await page.locator("body").press("End");
    await expect(page.getByTestId("verdict")).toContainText("wins");
  });
}

test("broken and unknown files are refused with a reason", async ({ page }) => {
  const replay = readFileSync(play(scratch("broken"), "mars"));
  const files: [string, Buffer | string, string][] = [
    ["cut.agonreplay", replay.subarray(0, replay.length / 2), "cut off or damaged"],
    ["altered.agonreplay", Buffer.concat([replay.subarray(0, -9), Buffer.alloc(9)]), "damaged"],
    ["empty.agonreplay", "", "is not a replay"],
    ["broken.awap23r", '{"turns": 3}', "not a replay of the original Mars"],
    ["story.txt", "Once upon a time", "not a game log of the original Home Run"],
    ["picture.png", Buffer.from([137, 80, 78, 71]), "is not a replay"],
  ];
  await page.goto(server.url);
  for (const [name, content, said] of files) {
    const path = join(folder, name);
    writeFileSync(path, content);
    await dropFile(page, path);
    await expect(page.getByTestId("fault")).toContainText(said);
    await page.getByTestId("fault").getByRole("button").click();
    await expect(page.getByTestId("fault")).toBeHidden();
  }
});

test("a match is exported as a page that works from disk", async ({ page, context }) => {
  const replay = play(scratch("kept"), "timetravel");
  const exported = replay.replace(/agonreplay$/, "html");
  run("replay", "export", replay, "--html");
  expect(existsSync(exported)).toBe(true);
  const asked: string[] = [];
  context.on("request", (request) => asked.push(request.url()));
  await openFilm(page, pathToFileURL(exported).href);
  expect(await colours(page)).toBeGreaterThan(12);
  await page.locator("body").press("End");
  await expect(page.getByTestId("verdict")).toContainText("wins");
  expect(asked.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
});

test("the viewer saves the same page", async ({ page }) => {
  const file = play(scratch("keep"), "mars");
  await page.goto(server.url);
  await page.getByTestId("file").setInputFiles(file);
  const link = page.getByRole("link", { name: "Save" });
  await expect(link).toBeVisible();
  const download = page.waitForEvent("download");
  await link.click();
  const kept = join(folder, "kept.html");
  await (await download).saveAs(kept);
  await openFilm(page, `${pathToFileURL(kept).href}#/?at=17`);
  expect(await shown(page)).toBe(17);
});

test("a match is watched while it is played", async ({ page }) => {
  const live = await serve(
    ["play", "homerun", "--map", "random:size=40x40", "--no-replay", "--watch"],
    folder,
  );
  await openFilm(page, live.url);
  await page.locator("body").press("End");
  await expect(page.getByTestId("verdict")).toContainText("wins");
  expect(live.said()).toContain("wins");
  await live.stop();
});

test("logs and drawings of bots are shown, and can be switched off", async ({ page }) => {
  const own = scratch("notes");
  const bots = ["galaxy", "mars"].map((game) => join(root, `web/tests/bots/${game}.py`));
  const files = ["galaxy", "mars"].map((game) => join(own, `${game}.agonreplay`));
  run("play", "galaxy", bots[0], "builtin:random", "--replay", files[0], "--json");
  run("play", "mars", bots[1], "builtin:nothing", "--replay", files[1], "--json");
  await page.goto(server.url);
  await dropFile(page, files[0]);
  await page.getByRole("tab", { name: "Orders and logs" }).click();
  await page.locator("body").press("ArrowRight");
  await expect(page.getByTestId("log").locator("li").first()).toContainText("energy");
  await page.getByRole("checkbox", { name: "blue", exact: true }).uncheck();
  await expect(page.getByTestId("log").locator("li")).toHaveCount(0);
  // Switching off a bot's drawings changes the picture.
  await dropFile(page, files[1]);
  await expect(page.getByTestId("where")).toContainText("/ 400");
  await page.getByRole("tab", { name: "Orders and logs" }).click();
  await page.locator("body").press("2");
  await expect.poll(() => shown(page)).toBe(80);
  await page.locator("body").press("ArrowLeft");
  await expect.poll(() => shown(page)).toBe(79);
  const board = page.getByTestId("board");
  const drawn = await board.screenshot();
  await page.getByRole("checkbox", { name: "blue", exact: true }).uncheck();
  await expect.poll(async () => Buffer.compare(drawn, await board.screenshot())).not.toBe(0);
});
