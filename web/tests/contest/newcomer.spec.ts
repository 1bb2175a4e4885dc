// A newcomer goes from the event's link to a rated match with a starter bot, by clicks alone; and what an author reads
// about a bot that does not work.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { scratch } from "../programs.mjs";
import { Contest, expectClean, expectGood, expectPhone, IDLE_BOT, PASSWORD, watch } from "./server";

let contest: Contest;
const work = scratch("newcomer");
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  contest = await Contest.start("newcomer");
  await contest.event("cup", "mars", { time_zone: "America/New_York", ranked_matches: "public" });
  const rival = await contest.team("cup", "rival", "The Rivals");
  await rival.upload("cup", "bot.py", IDLE_BOT);
});
test.afterAll(() => contest.kill());

test("from the event's link to a rated match", async ({ page }) => {
  const faults = watch(page, () => contest.url);
  await page.goto(`${contest.url}/events/cup`);
  await expect(page.getByLabel("Your next step")).toContainText("Take part");
  await expectPhone(page);

  // A starter bot of the event's game.
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Python" }).click();
  const starter = join(work, "starter.zip");
  await (await download).saveAs(starter);
  expect(readFileSync(starter).subarray(0, 2).toString()).toBe("PK");

  // An account and a team.
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Login name").fill("ada");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Make my account" }).click();
  await expect(page.getByRole("heading", { name: "Make or join a team" })).toBeVisible();
  await expectGood(page);
  await page.getByLabel("Name of the team").fill("Ada's Engines");
  await page.getByRole("button", { name: "Make the team" }).click();
  await expect(page.getByRole("heading", { name: "Ada's Engines" })).toBeVisible();
  await expect(page.getByText("No bot yet")).toBeVisible();

  // The starter bot is handed in as it is, and followed until it is ready.
  await page.getByRole("navigation").getByRole("link", { name: "Hand in a bot" }).click();
  await expectPhone(page);
  await page.getByLabel("Choose a file").setInputFiles(starter);
  await page.getByRole("button", { name: "Hand in starter.zip" }).click();
  await expect(page.getByTestId("state")).toHaveText("valid", { timeout: 90_000 });
  await expect(page.getByRole("link", { name: "Watch its first game" })).toBeVisible();
  await expectPhone(page);

  // A scrimmage, whose film opens by itself.
  await page.getByRole("link", { name: "Find an opponent" }).click();
  await page.getByRole("button", { name: /The Rivals/ }).click();
  await expectPhone(page);
  await page.getByLabel("Games").selectOption("1");
  await page.getByRole("button", { name: "Ask for 1 game" }).click();
  await expect(page).toHaveURL(/\/matches\/\d+/);
  await expect(page.getByTestId("board")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByTestId("match-state")).toHaveText("finished");
  await expectClean(page);

  // Ranked play begins: the row appears without a reload.
  await page.getByRole("navigation").getByRole("link", { name: "Matches" }).click();
  await page.getByLabel("kind").selectOption("ladder");
  await expect(page).toHaveURL(/kind=ladder/);
  await expect(page.getByText("No matches here")).toBeVisible();
  await contest.organiser.put("/events/cup/ladder", { mode: "continuous", turns: 1 });
  await expect(
    page.getByRole("cell", { name: /Ada's Engines.*The Rivals|The Rivals.*Ada's Engines/ }).first(),
  ).toBeVisible();
  await expectPhone(page);
  await page.getByRole("link", { name: "Ada's Engines" }).first().click();
  await expect(page.getByRole("heading", { name: "Ada's Engines" })).toBeVisible();
  // The first rated match ends while the page is open.
  await expect(page.getByRole("heading", { name: "Last results" })).toBeVisible({ timeout: 60_000 });
  await contest.organiser.put("/events/cup/ladder", { mode: "off", turns: 1 });
  await expectPhone(page);
  expect(faults()).toEqual([]);
});

test("a visitor watches ranked matches without an account", async ({ page }) => {
  await page.goto(`${contest.url}/events/cup/matches`);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page.getByTestId("board")).toBeVisible();
  await expect(page.getByRole("button", { name: "Rematch" })).toHaveCount(0);
});

/** Bots that do not work, and the cause that the author must read. */
const BROKEN: [name: string, text: string, cause: RegExp][] = [
  ["syntax.py", "import agon\n\ndef play(turn)\n    pass\n", /SyntaxError.*syntax\.py, line 3/],
  [
    "crash.py",
    "import agon, sys\n\ndef play(turn):\n    if turn.round == 4:\n        sys.exit(7)\n\nagon.run(play)\n",
    /exit code 7 .*round 4/,
  ],
  [
    "nonsense.py",
    "print('hello, world', flush=True)\nimport time\ntime.sleep(5)\n",
    /hello, world|not ready|no message/,
  ],
];

test("what the author of a broken bot reads names the cause", async ({ page, context }) => {
  const author = await contest.team("cup", "author", "Broken Bots");
  await contest.enter(page, author);
  await page.goto(`${contest.url}/events/cup/upload`);
  for (const [name, text, cause] of BROKEN) await expectRejected(page, name, text, cause);
  // The event's page says it too.
  const other = await context.newPage();
  await other.goto(`${contest.url}/events/cup`);
  await expect(other.getByLabel("Your next step")).toContainText("was rejected");
});

test("the author of an endless loop reads that the time was up", async ({ page }) => {
  // A turn of this game has 5 s, and a bot that is late loses at once.
  await contest.event("travel", "timetravel");
  await contest.enter(page, await contest.team("travel", "looper", "Loopers"));
  await page.goto(`${contest.url}/events/travel/upload`);
  // It sleeps: a loss on the clock is void while other tests hold the processors.
  const loop = "    while True:\n        time.sleep(1)\n";
  const text = `import agon, time\n\ndef play(turn):\n${loop}\nagon.run(play)\n`;
  await handIn(page, "loop.py", text);
  await expect(page.getByTestId("first-fault")).toHaveText(/it took more than the 5.000 s it had/, {
    timeout: 90_000,
  });
});

async function handIn(page: Page, name: string, text: string): Promise<void> {
  const file = join(work, name);
  writeFileSync(file, text);
  await page.getByLabel("Choose a file").setInputFiles(file);
  await page.getByRole("button", { name: `Hand in ${name}` }).click();
}

/** Hands in a bot that cannot play; the page says why. */
async function expectRejected(page: Page, name: string, text: string, cause: RegExp): Promise<void> {
  await handIn(page, name, text);
  await expect(page.getByTestId("state")).toHaveText("rejected", { timeout: 90_000 });
  await expect(page.getByTestId("reason")).toHaveText(cause);
  await page.reload();
}

test("an empty bot is refused with a sentence", async ({ page }) => {
  const author = await contest.team("cup", "dropper", "Droppers");
  await contest.enter(page, author);
  await page.goto(`${contest.url}/events/cup/upload`);
  await handIn(page, "empty.py", "");
  await expect(page.getByRole("alert")).toContainText("empty");
  // What was chosen stays.
  await expect(page.getByRole("button", { name: "Hand in empty.py" })).toBeVisible();
});
