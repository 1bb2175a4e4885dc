// The player's keys, gestures and addresses: each test is a defect that was found by using it.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, openFilm, shown } from "./page";
import { play, run, type Served, scratch, serve } from "./programs.mjs";

let server: Served;
let folder: string;
let replay: string;
test.beforeAll(async () => {
  folder = scratch("player");
  replay = play(folder, "galaxy");
  server = await serve(["watch", replay], folder);
});
test.afterAll(() => server.stop());

const isPlaying = async (page: Page): Promise<boolean> =>
  (await page.getByTestId("play").getAttribute("aria-label")) === "Pause";

/** Where a point of the board is on the page. */
async function onPage(page: Page, x: number, y: number): Promise<[number, number]> {
  const board = page.getByTestId("board");
  const box = (await board.boundingBox())!;
  const [left, top] = await board.evaluate(
    (node, at) => (node as unknown as { toScreen(x: number, y: number): [number, number] }).toScreen(...at),
    [x, y] as [number, number],
  );
  return [box.x + left, box.y + top];
}

test("space on a switch that has the keyboard's focus changes the switch only", async ({ page }) => {
  await openFilm(page, server.url);
  const box = page.getByLabel("travel costs");
  await page.getByRole("button", { name: "Text", exact: true }).focus();
  // The buttons for what each team sees come between.
  const hasFocus = () => box.evaluate((node) => node === document.activeElement);
  for (let presses = 0; presses < 8 && !(await hasFocus()); presses++) await page.keyboard.press("Tab");
  await expect(box).toBeFocused();
  await page.keyboard.press("Space");
  await expect(box).not.toBeChecked();
  expect(await isPlaying(page)).toBe(false);
});

test("space plays after a click on a tab or a switch", async ({ page }) => {
  await openFilm(page, server.url);
  await page.getByRole("tab", { name: "Orders and logs" }).click();
  await page.keyboard.press("Space");
  expect(await isPlaying(page)).toBe(true);
  await expect(page.getByRole("tab", { name: "Orders and logs" })).toHaveAttribute("aria-selected", "true");
  await page.getByLabel("travel costs").click();
  await page.keyboard.press("Space");
  expect(await isPlaying(page)).toBe(false);
  await expect(page.getByLabel("travel costs")).not.toBeChecked();
});

test("a drag ends where it is released, even over the panel", async ({ page }) => {
  await openFilm(page, server.url);
  const box = (await page.getByTestId("board").boundingBox())!;
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, middle);
  await page.mouse.wheel(0, -900);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 80, middle + 20, { steps: 4 });
  await page.mouse.up();
  const rest = await onPage(page, 15, 10);
  await page.mouse.move(box.x + box.width / 2, middle, { steps: 4 });
  await page.waitForTimeout(100);
  expect(await onPage(page, 15, 10)).toEqual(rest);
});

test("the board cannot be dragged out of sight", async ({ page }) => {
  await openFilm(page, server.url);
  const box = (await page.getByTestId("board").boundingBox())!;
  const rest = await onPage(page, 15, 10);
  for (let i = 0; i < 3; i++) {
    await page.mouse.move(box.x + 40, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 20, box.y + box.height - 20, { steps: 3 });
    await page.mouse.up();
  }
  // The whole board is visible, so there is nothing to drag.
  await expect.poll(() => onPage(page, 15, 10)).toEqual(rest);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("one finger on the board scrolls the page and does not drag the board", async ({ page }) => {
    await openFilm(page, server.url);
    const board = page.getByTestId("board");
    const middle = (): Promise<[number, number]> =>
      board.evaluate((node) =>
        (node as unknown as { toScreen(x: number, y: number): [number, number] }).toScreen(15, 10),
      );
    const rest = await middle();
    const box = (await board.boundingBox())!;
    const client = await page.context().newCDPSession(page);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    for (let i = 1; i <= 8; i++)
      await client.send("Input.dispatchTouchEvent", {
        type: "touchMove",
        touchPoints: [{ x, y: y - i * 25 }],
      });
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
    expect(await middle()).toEqual(rest);
  });

  test("two fingers zoom the board", async ({ page }) => {
    await openFilm(page, server.url);
    const box = (await page.getByTestId("board").boundingBox())!;
    const apart = async (): Promise<number> =>
      (await onPage(page, 20, 10))[0] - (await onPage(page, 10, 10))[0];
    const before = await apart();
    const client = await page.context().newCDPSession(page);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const fingers = (d: number) => [
      { x: x - d, y, id: 1 },
      { x: x + d, y, id: 2 },
    ];
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(30) });
    for (const d of [45, 60, 75, 90])
      await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(d) });
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect.poll(apart).toBeGreaterThan(before * 2);
  });

  test("everything that can be pressed is at least 32 pixels high and wide", async ({ page }) => {
    await openFilm(page, `${server.url}?at=20`);
    await page.getByRole("tab", { name: "Orders and logs" }).click();
    for (const address of [server.url, `${server.url.split("#")[0]}#/maps/mars`, server.url.split("#")[0]]) {
      await page.goto(address);
      await page.getByRole("button").first().waitFor();
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("button, select, input, a.button, summary")]
          .map((node) => {
            // A check box is pressed through its label.
            const target = node.matches("[type=checkbox]") ? (node.closest("label") ?? node) : node;
            return {
              name: node.textContent?.trim() || node.getAttribute("aria-label"),
              box: target.getBoundingClientRect(),
            };
          })
          .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 32)
          .map(({ name, box }) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`),
      );
      expect(small, address).toEqual([]);
    }
  });
});

test("leaving a film while it opens leaves it", async ({ page }) => {
  await page.goto(`${server.url.split("#")[0]}#/`);
  await expect(page.getByRole("heading", { name: "Mars Makeover" })).toBeVisible();
  // The answer about the film arrives after the user has left.
  await page.route("**/api/films/*", async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await page.evaluate(() => {
    location.hash = "#/film/0";
    setTimeout(() => (location.hash = "#/"), 30);
  });
  await page.waitForTimeout(900);
  await expect(page.getByRole("heading", { name: "Mars Makeover" })).toBeVisible();
  await expect(page.getByTestId("board")).toBeHidden();
  expect(new URL(page.url()).hash).toBe("#/");
});

test("addresses that lead nowhere get a sentence and a page", async ({ page }) => {
  const start = server.url.split("#")[0];
  await page.goto(`${start}#/film/abc`);
  await expect(page.getByTestId("fault")).toContainText("There is no match");
  await expect(page.getByRole("heading", { name: "Mars Makeover" })).toBeVisible();
  await page.goto(`${start}#/maps/nonsense`);
  await expect(page.getByTestId("fault")).toContainText('There is no game "nonsense"');
  await expect(page.getByRole("heading", { name: "Mars Makeover" })).toBeVisible();
  await page.goto(`${start}#/elsewhere`);
  await expect(page.getByTestId("fault")).toContainText("no page");
  for (const [at, frame] of [
    ["xyz", 0],
    ["-5", 0],
    ["7.6", 8],
    ["999999", 100],
  ]) {
    await page.goto("about:blank");
    await openFilm(page, `${server.url}?at=${at}`);
    await expect.poll(() => shown(page)).toBe(frame);
  }
});

test("lost commands of Galaxy are listed as lost", async ({ page }) => {
  const file = join(folder, "lost.agonreplay");
  run("play", "galaxy", "builtin:random", "builtin:random", "--replay", file, "--json");
  const lost = run("replay", "frames", file)
    .trim()
    .split("\n")
    .findIndex((line) => /"lost":"/.test(line));
  expect(lost).toBeGreaterThan(0);
  await page.goto(server.url.split("#")[0]);
  await page.getByTestId("file").setInputFiles(file);
  await page.getByRole("tab", { name: "Orders and logs" }).click();
  await expect(page.getByTestId("where")).not.toContainText(/live|loading/);
  await page.getByTestId("scrubber").fill(String(lost));
  await expect(page.getByTestId("orders")).toContainText("lost:");
  await expect(
    page.getByRole("heading", { name: /Orders \(\d+, \d+ refused, [1-9]\d* lost\)/ }),
  ).toBeVisible();
});

test("a cut-off replay is reported once", async ({ page }) => {
  const bytes = readFileSync(play(scratch("cut"), "mars"));
  const cut = join(folder, "cut.agonreplay");
  writeFileSync(cut, bytes.subarray(0, bytes.length / 2));
  await page.goto(server.url.split("#")[0]);
  await page.getByTestId("file").setInputFiles(cut);
  const sentence = (await page.getByTestId("fault").locator("span").textContent())!;
  expect(sentence).toContain("cut off");
  const halves = sentence.split(/[.:;] */).filter((part) => part !== "");
  expect(new Set(halves).size).toBe(halves.length);
});

test("an exported page logs nothing to the console", async ({ page }) => {
  const file = join(folder, "exported.html");
  run("replay", "export", replay, "--html", "-o", file);
  const said: string[] = [];
  page.on("console", (line) => said.push(line.text()));
  page.on("pageerror", (error) => said.push(error.message));
  await openFilm(page, pathToFileURL(file).href);
  await page.locator("body").press("End");
  await expect(page.getByTestId("verdict")).toBeVisible();
  await page.waitForTimeout(400);
  expect(said).toEqual([]);
});

test("units on the board are reached, read and selected by keyboard", async ({ page }) => {
  await openFilm(page, `${server.url}?at=5`);
  const board = page.getByTestId("board");
  await board.focus();
  // The cursor starts in the middle; it goes from one thing to the next, in reading order.
  await page.keyboard.press("n");
  const tip = page.getByTestId("tip");
  const first = await tip.locator("strong").textContent();
  await page.keyboard.press("n");
  await expect(tip.locator("strong")).not.toHaveText(first!);
  const second = await tip.locator("strong").textContent();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("inspector")).toContainText(second!);
  await page.keyboard.press("ArrowRight");
  expect(await shown(page)).toBe(5);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("tip")).toBeHidden();
  await expectAccessible(page);
});
