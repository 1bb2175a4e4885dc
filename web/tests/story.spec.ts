// What the viewer tells about a match: events, the end, the legend, the log; and the start of a match.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { DARK, LIGHT } from "../src/design/theme";
import { expectAccessible, expectNoOverlap, openFilm, shown } from "./page";
import { MATCHES, play, root, run, type Served, scratch, serve } from "./programs.mjs";

let server: Served;
let folder: string;
test.beforeAll(async () => {
  folder = scratch("story");
  server = await serve(["watch", play(folder, "galaxy")], folder);
});
test.afterAll(() => server.stop());

test("events are marked, listed and reached by keys; the end ranks all players", async ({ page }) => {
  await openFilm(page, server.url);
  await expect(page).toHaveTitle(/greedy v. greedy · Galaxy Commander on archipelago/);
  await expect(page.getByTestId("marks").locator("i").first()).toBeAttached();
  await page.getByRole("tab", { name: "Events" }).click();
  const list = page.getByTestId("event-list").locator("li");
  const first = Number(await list.first().locator(".frame").textContent());
  await page.locator("body").press("e");
  await expect.poll(() => shown(page)).toBe(first);
  await expect(list.locator('[aria-current="step"] .frame')).toHaveText(String(first));
  await page.locator("body").press("e");
  await expect.poll(() => shown(page)).toBeGreaterThan(first);
  await page.locator("body").press("Shift+E");
  await expect.poll(() => shown(page)).toBe(first);
  await list.last().getByRole("button").click();
  await expect.poll(() => shown(page)).toBe(Number(await list.last().locator(".frame").textContent()));
  await expectAccessible(page);
  await page.locator("body").press("End");
  await expect(page.getByTestId("ranking").locator("li")).toHaveCount(2);
});

for (const game of Object.keys(MATCHES)) {
  test(`${game}: the legend explains the board and leads to the manual`, async ({ page }) => {
    const own = scratch("legend");
    const served = await serve(["watch", play(own, game)], own);
    await openFilm(page, served.url);
    await page.locator("body").press("?");
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByTestId("legend").locator("li").count()).toBeGreaterThan(6);
    await expect(dialog.getByTestId("rules")).toContainText(/\w+ \w+/);
    await expectAccessible(page);
    const opened = page.waitForEvent("popup");
    await dialog.getByRole("link", { name: /^The manual of / }).click();
    const manual = await opened;
    await expect(manual.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await manual.close();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await served.stop();
  });
}

test("the light theme has its own colours of the seats, on the board and in charts", async ({ page }) => {
  await openFilm(page, server.url);
  const painted = (selector: string): Promise<string[]> =>
    page.evaluate((where) => {
      const found = new Set<string>();
      for (const canvas of document.querySelectorAll<HTMLCanvasElement>(where)) {
        const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        for (let i = 0; i < data.length; i += 4)
          found.add(`#${[0, 1, 2].map((k) => data[i + k].toString(16).padStart(2, "0")).join("")}`);
      }
      return [...found];
    }, selector);
  await page.locator("body").press("5");
  for (const where of ['[data-testid="board"]', ".chart canvas"]) {
    await expect.poll(() => painted(where)).toContain(DARK.seats[0]);
  }
  await page.getByRole("button", { name: "Light" }).click();
  for (const where of ['[data-testid="board"]', ".chart canvas"]) {
    await expect.poll(() => painted(where)).toContain(LIGHT.seats[0]);
    expect(await painted(where)).not.toContain(DARK.seats[0]);
  }
});

test("a match is chosen on the start page and played", async ({ page }) => {
  await page.goto(server.url.split("#")[0]);
  const pictures = page.locator('canvas[data-drawn="true"]');
  await expect(pictures).toHaveCount(Object.keys(MATCHES).length + 1);
  await expectAccessible(page);
  const card = page.locator("article", { hasText: "Asterobots" });
  await card.getByRole("button", { name: "Play" }).click();
  const dialog = page.getByRole("dialog", { name: "Asterobots" });
  await dialog.getByLabel("Seed").fill("7");
  await expectAccessible(page);
  await dialog.getByTestId("start").click();
  await expect(page.getByTestId("board")).toBeVisible();
  await expect(page.locator("header")).toContainText("seed 7");
  // It is watched from its start, however fast the bots play.
  expect(await page.getByTestId("play").getAttribute("aria-label")).toBe("Pause");
});

test("an order in words selects its unit, also in the log of the match", async ({ page }) => {
  const own = scratch("orders");
  const served = await serve(["watch", play(own, "mars")], own);
  await openFilm(page, `${served.url}?at=21`);
  await page.getByRole("tab", { name: "Orders and logs" }).click();
  const order = page
    .getByTestId("orders")
    .getByRole("button", { name: /^moves robot \d+/ })
    .first();
  const robot = /robot \d+/.exec((await order.textContent())!)![0];
  await order.click();
  await expect(page.getByTestId("inspector").locator("h3").first()).toHaveText(robot);
  await page.getByRole("tab", { name: "Log", exact: true }).click();
  await page.getByLabel("with the orders").check();
  await page.getByTestId("log-search").fill("builds a robot");
  const line = page.getByTestId("whole-log").locator("li").first();
  await expect(line).toContainText("builds a robot, robot 1,");
  await line.getByRole("button", { name: /builds/ }).click();
  await expect(page.getByTestId("inspector").locator("h3").first()).toHaveText("robot 1");
  expect(await shown(page)).toBe(Number(await line.getByRole("button").first().textContent()));
  await served.stop();
});

test("a chart shows the values under the pointer", async ({ page }) => {
  await openFilm(page, server.url);
  const section = page.getByRole("region", { name: "systems" });
  const now = await section.locator("h3").textContent();
  const box = (await section.locator(".u-over").boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
  await expect(section.getByTestId("pointed")).toContainText("round");
  await expect(section.locator("h3")).not.toHaveText(now!);
  await page.mouse.move(5, 5);
  await expect(section.getByTestId("pointed")).toBeHidden();
});

test("the selected thing is beside the charts on a wide screen", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openFilm(page, `${server.url}?sel=agents.0`);
  await expect(page.getByTestId("inspector").locator("h3").first()).toHaveText("Blue's agent");
  await expectNoOverlap(page, ['[data-testid="board"]', '[data-testid="inspector"]', ".chart"]);
  const [inspector, chart] = await Promise.all(
    ['[data-testid="inspector"]', ".chart"].map((part) => page.locator(part).first().boundingBox()),
  );
  expect(inspector!.x + inspector!.width).toBeLessThanOrEqual(chart!.x);
});

test("galaxy is stepped by single actions, with the reason of a failed one", async ({ page }) => {
  const own = scratch("actions");
  const file = join(own, "lost.agonreplay");
  run("play", "galaxy", "builtin:random", "builtin:random", "--replay", file, "--json");
  const frames = run("replay", "frames", file).trim().split("\n");
  const lost = frames.findIndex((line) => /"lost":"/.test(line));
  const served = await serve(["watch", file], own);
  await openFilm(page, `${served.url}?at=${lost - 1}`);
  const caption = page.getByTestId("where").locator(".caption");
  const texts = (): Promise<string> =>
    page.getByTestId("board").evaluate((node) =>
      (node as unknown as { texts(): { text: string }[] })
        .texts()
        .map(({ text }) => text)
        .join("\n"),
    );
  const reasons: string[] = [];
  for (const action of [1, 2]) {
    await page.keyboard.press("ArrowRight");
    await expect(caption).toHaveText(new RegExp(`, action ${action} of 3$`));
    expect(await shown(page)).toBe(lost);
    reasons.push(await texts());
  }
  await page.keyboard.press("ArrowRight");
  await expect(caption).not.toHaveText(/of 3$/);
  reasons.push(await texts());
  expect(reasons.join("\n")).toContain("lost:");
  await page.keyboard.press("ArrowLeft");
  await expect(caption).toHaveText(/, action 2 of 3$/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => shown(page)).toBe(lost - 1);
  await served.stop();
});

test("a round is stepped team by team when asked to, with what that team did", async ({ page }) => {
  const own = scratch("teams");
  const file = join(own, "round.agonreplay");
  run("play", "homerun", "builtin:solid", "builtin:solid", "--map", "OwnFaceOff", "--replay", file, "--json");
  const at = 40;
  const served = await serve(["watch", file], own);
  await openFilm(page, `${served.url}?at=${at}&tab=turn`);
  const caption = page.getByTestId("where").locator(".caption");
  const round = `round ${at - 1}`;
  await expect(caption).toHaveText(round);
  const movers = async (): Promise<string[]> => {
    const names = await page.getByTestId("orders").locator("li > b").allTextContents();
    return [...new Set(names.map((name) => name.trim()[0]))].sort();
  };
  expect(await movers()).toEqual(["A", "B"]);

  // A step is a whole round at first.
  await page.keyboard.press("ArrowLeft");
  await expect(caption).toHaveText(`round ${at - 2}`);
  await page.keyboard.press("ArrowRight");
  await expect(caption).toHaveText(round);
  const whole = await page.getByTestId("board").screenshot();

  // With the switch it is the turns of one team, and so are the orders beside the board.
  await page.getByLabel("step by team").check();
  await expect(caption).toHaveText(`${round}, B's turns`);
  expect(await movers()).toEqual(["B"]);
  const after = await page.getByTestId("board").screenshot();
  await page.keyboard.press("ArrowLeft");
  await expect(caption).toHaveText(`${round}, A's turns`);
  expect(await movers()).toEqual(["A"]);
  expect(await shown(page)).toBe(at);
  expect((await page.getByTestId("board").screenshot()).equals(after)).toBe(false);
  await page.keyboard.press("ArrowLeft");
  await expect(caption).toHaveText(`round ${at - 2}, B's turns`);
  await page.keyboard.press("ArrowRight");
  await expect(caption).toHaveText(`${round}, A's turns`);

  // Links, the scrubber and the keys for ten steps count rounds as before.
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => shown(page)).toBe(at + 10);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(caption).toHaveText(`${round}, B's turns`);
  await page.keyboard.press("ArrowLeft");
  await page.getByLabel("step by team").uncheck();
  await expect(caption).toHaveText(round);
  await expect.poll(async () => (await page.getByTestId("board").screenshot()).equals(whole)).toBe(true);
  await served.stop();
});

test("faults of bots are marks and events; a traceback keeps its indentation", async ({ page }) => {
  const own = scratch("faults");
  const file = join(own, "faults.agonreplay");
  const bot = join(root, "web/tests/bots/faulty.py");
  run("play", "galaxy", bot, "builtin:random", "--replay", file, "--json");
  const served = await serve(["watch", file], own);
  await openFilm(page, served.url);
  await expect(page.getByTestId("marks").locator("i.fault")).toHaveCount(2);
  await page.getByRole("tab", { name: "Events" }).click();
  await page.getByLabel("Kinds of events").selectOption("fault");
  const list = page.getByTestId("event-list").locator("li");
  await expect(list).toHaveCount(2);
  await expect(list.nth(0)).toHaveText(/^\s*5\b.*failed with an exception$/);
  await expect(list.nth(1)).toHaveText(/^\s*8\b.*ran out of time$/);
  // The mark of the second is where the film goes, and its preview on the scrubber names it.
  await list.nth(1).getByRole("button").click();
  await expect.poll(() => shown(page)).toBe(8);
  const scrubber = page.getByTestId("scrubber");
  const box = (await scrubber.boundingBox())!;
  const last = Number(await scrubber.getAttribute("max"));
  await scrubber.hover({ position: { x: 8 + ((box.width - 16) * 8) / last, y: box.height / 2 } });
  await expect(page.getByTestId("preview")).toContainText("ran out of time");
  // The inner text has the spaces that are visible.
  const traceback = /Traceback .*\n {2}File ".*faulty.py".*\n {4}think\(\{\}\)\n/;
  await page.getByRole("tab", { name: "Log", exact: true }).click();
  const log = page.getByTestId("whole-log").locator(".text");
  await expect.poll(async () => (await log.allInnerTexts()).join("\n")).toMatch(traceback);
  await page.getByTestId("whole-log").getByRole("button").first().click();
  await page.getByRole("tab", { name: "Orders and logs" }).click();
  await expect.poll(async () => (await page.locator("aside").allInnerTexts()).join("\n")).toMatch(traceback);
  await served.stop();
});

test("the log of the whole match is searched, and leads to its turns", async ({ page }) => {
  const own = scratch("log");
  const bot = join(root, "web/tests/bots/galaxy.py");
  const file = join(own, "log.agonreplay");
  run("play", "galaxy", bot, "builtin:random", "--replay", file, "--json");
  const served = await serve(["watch", file], own);
  await openFilm(page, served.url);
  await page.getByRole("tab", { name: "Log", exact: true }).click();
  const lines = page.getByTestId("whole-log").locator("li");
  await expect(lines.first()).toContainText(/\w+/);
  const all = await lines.count();
  const word = (await lines.last().locator(".text").textContent())!.trim();
  await page.getByTestId("log-search").fill(word);
  await expect.poll(() => lines.count()).toBeLessThanOrEqual(all);
  await expect(lines.first()).toContainText(word);
  const frame = Number(await lines.last().getByRole("button").textContent());
  await lines.last().getByRole("button").click();
  await expect.poll(() => shown(page)).toBe(frame);
  await expectAccessible(page);
  await served.stop();
});

/** What is drawn on the board, as soon as it does not change any more. */
async function picture(page: Page): Promise<string> {
  const drawn = (): Promise<string> =>
    page.getByTestId("board").evaluate((node) => (node as HTMLCanvasElement).toDataURL());
  let last = "";
  await expect
    .poll(async () => {
      const before = last;
      last = await drawn();
      return last === before;
    })
    .toBe(true);
  return last;
}

for (const [game, own, other] of [
  ["mars", "blue", "red"],
  ["galaxy", "blue", "red"],
  ["homerun", "A", "B"],
]) {
  test(`${game}: the match as one team sees it`, async ({ page }) => {
    const folder = scratch(`fog-${game}`);
    const served = await serve(["watch", play(folder, game)], folder);
    await openFilm(page, served.url);
    const views = page.getByTestId("views");
    const expectView = async (name: string, path: RegExp): Promise<void> => {
      await expect(page).toHaveURL(path);
      await expect(page.getByTestId("where")).not.toContainText(/live|loading/);
      await expect.poll(() => shown(page)).toBe(at);
      await expect(views.getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");
    };
    await page.locator("body").press("3");
    await expect.poll(() => shown(page)).toBeGreaterThan(5);
    const at = await shown(page);
    const whole = await picture(page);
    await views.getByRole("button", { name: `As ${own}` }).click();
    await expectView(`As ${own}`, /#\/film\/[0-9a-f]{16}-0\?/);
    const seen = await picture(page);
    // Only the orders of the team are listed.
    await page.getByRole("tab", { name: "Orders and logs" }).click();
    const orders = page.getByTestId("orders").locator("li b");
    for (const seat of await orders.allTextContents()) expect(seat).toMatch(new RegExp(`^${own}\\b`));
    await page.getByRole("tab", { name: "Numbers" }).click();
    await expectAccessible(page);
    // A link shows the same, and the key goes on to the other team, then back to everything.
    await page.reload();
    await expectView(`As ${own}`, /-0\?/);
    await page.locator("body").press("v");
    await expectView(`As ${other}`, /-1\?/);
    expect(new Set([whole, seen, await picture(page)]).size).toBe(3);
    await page.locator("body").press("v");
    await expectView("All", /#\/film\/[0-9a-f]{16}\?/);
    // Both teams' sight at once, on the whole board.
    const fog = page
      .locator(".switches label")
      .filter({ hasText: /fog|scan/ })
      .locator("input");
    await expect(fog).toHaveCount(2);
    const pictures = [await picture(page)];
    for (const index of [0, 1]) {
      await fog.nth(index).click();
      pictures.push(await picture(page));
    }
    expect(new Set(pictures).size).toBe(3);
    await served.stop();
  });
}

test("a saved page shows the match as one team sees it", async ({ page }) => {
  const replay = play(scratch("fog-kept"), "mars");
  run("replay", "export", replay, "--html");
  await openFilm(page, `${pathToFileURL(replay.replace(/agonreplay$/, "html")).href}#/?at=60`);
  const views = page.getByTestId("views");
  const pictures: string[] = [];
  for (const name of ["As blue", "As red", "All"]) {
    await page.locator("body").press("v");
    await expect(views.getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");
    expect(await shown(page)).toBe(60);
    pictures.push(await picture(page));
  }
  expect(new Set(pictures).size).toBe(3);
});

test("a running match is followed as one team sees it", async ({ page }) => {
  const folder = scratch("fog-live");
  const bot = "import time\nimport agon\n\ndef play(turn):\n    time.sleep(0.1)\n\nagon.run(play)\n";
  writeFileSync(join(folder, "slow.py"), bot);
  const served = await serve(["play", "mars", "slow.py", "builtin:greedy", "--watch"], folder);
  await page.goto(served.url);
  await expect(page.getByTestId("where")).toContainText("live");
  const views = page.getByTestId("views");
  await views.getByRole("button", { name: "As blue" }).click();
  await expect(page).toHaveURL(/#\/film\/\d+-0\?/);
  await expect(page.getByTestId("where")).toContainText("live");
  const before = await shown(page);
  await expect.poll(() => shown(page)).toBeGreaterThan(before + 3);
  await views.getByRole("button", { name: "All" }).click();
  await expect(page.getByTestId("where")).toContainText("live");
  await served.stop();
});

test("a running match is live, falls behind only when asked to, and is caught up with", async ({ page }) => {
  const folder = scratch("behind");
  const bot = "import time\nimport agon\n\ndef play(turn):\n    time.sleep(0.1)\n\nagon.run(play)\n";
  writeFileSync(join(folder, "slow.py"), bot);
  const served = await serve(["play", "mars", "slow.py", "builtin:greedy", "--watch"], folder);
  await page.goto(served.url);
  const where = page.getByTestId("where");
  const newest = async (): Promise<number> => Number(await page.getByTestId("scrubber").getAttribute("max"));
  await expect(where.getByText("live", { exact: true })).toBeVisible();
  await expect.poll(() => shown(page)).toBeGreaterThan(5);
  await page.getByTestId("scrubber").press("ArrowLeft");
  await page.locator("body").press("ArrowLeft");
  const rest = await shown(page);
  const behind = where.getByRole("button", { name: /^live: \d+ behind$/ });
  const count = async (): Promise<number> => Number(/\d+/.exec((await behind.textContent())!)![0]);
  const before = await count();
  // The match goes on; the picture does not.
  await expect.poll(count).toBeGreaterThan(before + 3);
  expect(await shown(page)).toBe(rest);
  await behind.click();
  await expect(where.getByText("live", { exact: true })).toBeVisible();
  await expect.poll(() => shown(page)).toBeGreaterThan(rest + before + 3);
  await expect.poll(async () => (await newest()) - (await shown(page))).toBeLessThanOrEqual(1);
  await served.stop();
});
