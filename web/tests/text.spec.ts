// Boards and maps as text: what a game without a board.ts or map.ts shows, tried with games that have them.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoOverlap, openFilm, shown } from "./page";
import { MATCHES, play, run, type Served, scratch, serve } from "./programs.mjs";

const PHONE = { width: 390, height: 844 };

for (const game of Object.keys(MATCHES)) {
  test(`${game}: the board as text is what \`agon replay show\` prints`, async ({ page }) => {
    const folder = scratch("text");
    const replay = play(folder, game);
    const server = await serve(["watch", replay], folder);
    await openFilm(page, `${server.url}?at=1`);
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await expect(page.getByTestId("board")).toBeHidden();
    const text = page.getByTestId("text-board");
    const first = await text.locator("pre").textContent();
    await page.locator("body").press("End");
    const last = Number(await page.getByTestId("scrubber").getAttribute("max"));
    await expect.poll(() => shown(page)).toBe(last);
    await expect(text.locator("pre")).not.toHaveText(first!);
    const drawn = (await text.locator("pre").textContent())!;
    expect(drawn.length).toBeGreaterThan(100);
    expect(run("replay", "show", replay).trimEnd().endsWith(drawn.trimEnd())).toBe(true);
    await server.stop();
  });
}

test.describe("the text board", () => {
  let server: Served;
  let folder: string;
  test.beforeAll(async () => {
    folder = scratch("text");
    server = await serve(["watch", play(folder, "mars")], folder);
  });
  test.afterAll(() => server.stop());

  test("plays, keeps its panels, and is remembered", async ({ page }) => {
    await openFilm(page, server.url);
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await page.getByTestId("speed").selectOption("8");
    await page.getByTestId("play").click();
    await expect.poll(() => shown(page)).toBeGreaterThan(3);
    await page.getByTestId("play").click();
    await expect(page.getByTestId("table").first()).toBeVisible();
    await page.getByRole("tab", { name: "Orders and logs" }).click();
    await expect(page.getByTestId("orders")).toBeAttached();
    const events = page.getByTestId("events").locator("li");
    for (let frame = 1; frame < 200 && !(await events.count()); frame++)
      await page.getByTestId("scrubber").fill(String(frame));
    await expect(events.first()).toContainText(/\w+ \w+/);
    await page.reload();
    await expect(page.getByTestId("text-board")).toBeVisible();
    await page.getByRole("button", { name: "Picture", exact: true }).click();
    await expect(page.getByTestId("board")).toBeVisible();
    await expect(page.getByTestId("text-board")).toBeHidden();
  });

  test("fits a phone and a large screen, dark and light, and is accessible", async ({ page }) => {
    await openFilm(page, `${server.url}?at=200`);
    await page.getByRole("button", { name: "Text", exact: true }).click();
    const parts = ["header", '[data-testid="text-board"]', ".switches", "aside"];
    await expectNoOverlap(page, [...parts, "footer"]);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Light" }).click();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoOverlap(page, parts);
    await expectAccessible(page);
  });

  test("works in a page opened from disk", async ({ page }) => {
    const replay = play(scratch("text"), "galaxy");
    run("replay", "export", replay, "--html");
    await openFilm(page, pathToFileURL(replay.replace(/agonreplay$/, "html")).href);
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await expect(page.getByTestId("text-board").locator("pre")).toContainText(/\w+/);
  });

  test("shows a game that has no board.ts, with its gauges", async ({ page }) => {
    // The exported page of a real match, under the id of a game that the page does not have.
    const replay = play(scratch("text"), "mars");
    const exported = replay.replace(/agonreplay$/, "html");
    run("replay", "export", replay, "--html");
    const html = readFileSync(exported, "utf8");
    expect(html).toContain('"game":"mars"');
    writeFileSync(exported, html.replace('"game":"mars"', '"game":"unlisted"'));
    await page.goto(`${pathToFileURL(exported).href}#/?at=200`);
    await expect(page.getByTestId("text-board").locator("pre")).toContainText("Round");
    await expect(page.getByRole("button", { name: "Picture", exact: true })).toBeHidden();
    await expect(page.getByTestId("table").first()).toContainText("metal");
    await expect(page.getByTestId("where")).toContainText(/round \d+, (blue|red)/);
    await expect(page.locator(".seats b").first()).toHaveText(/\d/);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoOverlap(page, ["header", '[data-testid="text-board"]', "aside"]);
  });

  test("says so if a replay of an original program has none", async ({ page }) => {
    const replay = play(scratch("text"), "mars");
    const original = replay.replace(/agonreplay$/, "awap23r");
    run("replay", "export", replay, "--original", "-o", original);
    await page.goto(`${server.url.split("#")[0]}#/`);
    await page.getByTestId("file").setInputFiles(original);
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await expect(page.locator(".picture")).toContainText("no text drawing");
  });
});

test.describe("a map's file", () => {
  let server: Served;
  let folder: string;
  test.beforeAll(async () => {
    folder = scratch("file");
    server = await serve(["watch"], folder);
  });
  test.afterAll(() => server.stop());

  test("is edited, checked, drawn, saved and shown as a drawing again", async ({ page }) => {
    await page.goto(`${server.url}#/maps/mars`);
    const verdict = page.getByTestId("verdict");
    await expect(verdict).toContainText("✓");
    await page.getByRole("button", { name: "File", exact: true }).click();
    const text = page.getByTestId("map-text");
    await expect(text).toHaveValue(/^\[/);
    await expect(page.getByTestId("map-drawing").locator("pre")).toContainText(/\S/);
    await expectAccessible(page);
    const good = await text.inputValue();
    // A fault is reported with the words of the program, and there is nothing to draw or to save.
    await text.fill(good.slice(0, -9));
    await expect(verdict).toContainText("✗");
    await expect(page.getByTestId("map-drawing")).toBeHidden();
    await expect(page.getByTestId("save")).toBeDisabled();
    await page.getByRole("button", { name: "Drawing", exact: true }).click();
    await expect(page.getByTestId("message")).toContainText(/\w+/);
    await expect(text).toHaveValue(good.slice(0, -9));
    // A corrected file is saved as it was typed, and can be drawn.
    const rocky = good.replace('["T",0,0]', '["I",0,0]').replace(/\["T",0,0\](?=\]\n\]\s*$)/, '["I",0,0]');
    expect(rocky).not.toBe(good);
    await text.fill(rocky);
    await expect(verdict).toContainText("✓");
    await page.getByTestId("save").click();
    await expect(page.getByTestId("message")).toContainText("Saved as");
    const path = (await page.getByTestId("message").textContent())!.replace(/^Saved as |\.$/g, "");
    expect(JSON.parse(readFileSync(join(folder, path), "utf8"))).toEqual(JSON.parse(rocky));
    await page.getByRole("button", { name: "Drawing", exact: true }).click();
    await expect(page.getByTestId("map")).toBeVisible();
    await expect(verdict).toContainText("✓");
  });

  test("is all there is for a game without a map.ts", async ({ page }) => {
    // The real server, under the id of a game that the page does not have.
    await page.route("**/api/games", async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace('"id":"mars"', '"id":"unlisted"'),
      });
    });
    await page.route("**/api/maps/unlisted/**", (route) =>
      route.continue({ url: route.request().url().replace("/unlisted/", "/mars/") }),
    );
    await page.goto(`${server.url}#/maps/unlisted`);
    await expect(page.getByTestId("verdict")).toContainText("✓");
    await expect(page.getByTestId("map-text")).toHaveValue(/^\[/);
    await expect(page.getByTestId("map-drawing").locator("pre")).toContainText(/\S/);
    await expect(page.getByRole("button", { name: "Drawing", exact: true })).toBeHidden();
    await page.getByTestId("generate").click();
    await expect(page.getByTestId("verdict")).toContainText("✓");
    await expectAccessible(page);
  });

  for (const game of Object.keys(MATCHES)) {
    test(`${game}: is generated, drawn as text and played, on a phone in both themes`, async ({ page }) => {
      await page.setViewportSize(PHONE);
      await page.goto(`${server.url}#/maps/${game}`);
      await expect(page.getByTestId("verdict")).toContainText("✓");
      await page.getByRole("button", { name: "File", exact: true }).click();
      await page.getByTestId("generate").click();
      await expect(page.getByTestId("verdict")).toContainText("✓");
      await expect(page.getByTestId("map-drawing").locator("pre")).toContainText(/\S/);
      const parts = ["header", '[data-testid="map-text"]', '[data-testid="map-drawing"]', "footer", "aside"];
      await expectNoOverlap(page, parts);
      await page.getByRole("button", { name: "Light" }).click();
      await expectAccessible(page);
      await page.getByTestId("play-test").click();
      await expect(page.getByTestId("board")).toBeVisible();
    });
  }
});
