// Running matches in the browser: two browsers follow each other's match, the server is killed and restarted under
// both, and people who may not see the match do not see its board.

import { type Browser, expect, type Page, test } from "@playwright/test";
import { Contest, expectClean, expectFits, type Person, watch } from "./server";

/** A bot whose games take some seconds. */
const slow = (word: string, seconds = 0.05): string =>
  `import time\nimport agon\n\ndef play(turn):\n    turn.log('${word}')\n    time.sleep(${seconds})\n\nagon.run(play)\n`;

let contest: Contest;
let ada: Person;
let bob: Person;
let eve: Person;
let match = 0;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  contest = await Contest.start("live");
  await contest.event("cup");
  ada = await contest.team("cup", "ada", "Ada Racing");
  bob = await contest.team("cup", "bob", "Bob's Builders");
  eve = await contest.team("cup", "eve", "Eve Outside");
  await Promise.all([
    ada.upload("cup", "bot.py", slow("roses")),
    bob.upload("cup", "bot.py", slow("tulips")),
  ]);
});
test.afterAll(() => contest.kill());

/** A match between Ada and Bob that has begun. */
async function begin(): Promise<number> {
  const team = (await bob.get("/events/cup/my-team")).team.id;
  const { scrimmage } = await ada.post("/events/cup/scrimmages", { opponents: [{ team }], games: 1 });
  await ada.until(`/matches/${scrimmage.match}`, ({ live }) => live.length > 0);
  return scrimmage.match;
}

async function browserOf(browser: Browser, person: Person, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await contest.enter(page, person);
  await page.goto(contest.url + address);
  return page;
}

/** The number of the frame that is shown. */
const frame = async (page: Page): Promise<number> =>
  Number(await page.getByTestId("where").locator("b").textContent());

async function expectLive(page: Page): Promise<void> {
  await expect(page.getByTestId("where")).toContainText("live", { timeout: 60_000 });
  const before = await frame(page);
  await expect.poll(() => frame(page)).toBeGreaterThan(before);
}

test("two browsers see each other's match live, and the server is killed and restarted under both", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  match = await begin();
  const pages = await Promise.all(
    [ada, bob].map((person) => browserOf(browser, person, `/matches/${match}`)),
  );
  const faults = pages.map((page) => watch(page, () => contest.url));
  for (const page of pages) await expectLive(page);
  await contest.kill();
  for (const page of pages)
    await expect(page.getByTestId("connection")).toContainText("cannot be reached", { timeout: 60_000 });
  await contest.launch();
  // The game begins again; the pages follow it without a reload.
  for (const page of pages) {
    await expect(page.getByTestId("connection")).toHaveText("");
    await expectLive(page);
    await expect(page.getByTestId("film-fault")).toHaveCount(0);
  }
  const [page, other] = pages;
  await page.getByRole("tab", { name: "Log", exact: true }).click();
  await expect(page.getByText("roses").first()).toBeVisible();
  await expect(page.getByText("tulips")).toHaveCount(0);
  // A step back leaves the newest turn, the mark leads to it again.
  await page.getByRole("button", { name: "One step back" }).click();
  await page.getByRole("button", { name: /^live: \d+ behind$/ }).click();
  await expectLive(page);
  // The end: the replay takes the place of the running game, and both stand at its last turn.
  await expect(page.getByRole("link", { name: "Replay of game 1" })).toBeVisible({ timeout: 90_000 });
  for (const one of [page, other]) {
    await expect(one.getByTestId("match-state")).toHaveText(/won|lost|drawn|finished/);
    await expect(one.getByTestId("where")).toContainText("400 / 400");
    await expect(one.getByTestId("where")).not.toContainText("live");
  }
  for (const found of faults) expect(found()).toEqual([]);
  await Promise.all(pages.map((one) => one.context().close()));
});

test("the status page has small boards that follow the games, for those who may see them", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  match = await begin();
  const page = await browserOf(browser, ada, "/events/cup/status");
  const board = page.getByTestId("live-board");
  await expect(board).toHaveCount(1, { timeout: 60_000 });
  const frames = async (): Promise<number> => Number(await board.getAttribute("data-frames"));
  await expect.poll(frames).toBeGreaterThan(1);
  const before = await frames();
  await expect.poll(frames).toBeGreaterThan(before);
  await expectClean(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.getByRole("region", { name: "Being played" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/matches/${match}`));
  await expectLive(page);
  await expectFits(page);
  await expectClean(page);
  const outside = await browserOf(browser, eve, "/events/cup/status");
  await expect(outside.getByText("Nothing is being played")).toBeVisible();
  await outside.goto(`${contest.url}/matches/${match}`);
  await expect(outside.getByText(/There is no match/)).toBeVisible();
  await expect(outside.getByTestId("viewer")).toHaveCount(0);
  await Promise.all([page, outside].map((one) => one.context().close()));
});

test("a team sees what its own seat sees, while the match is played and afterwards", async ({ browser }) => {
  test.setTimeout(180_000);
  match = await begin();
  const page = await browserOf(browser, ada, `/matches/${match}`);
  await expectLive(page);
  const views = page.getByTestId("views");
  await views.getByRole("button", { name: "As blue" }).click();
  await expect(views.getByRole("button", { name: "As blue" })).toHaveAttribute("aria-pressed", "true");
  await expectLive(page);
  await ada.until(`/matches/${match}`, ({ state }) => state === "finished");
  await expect(page.getByTestId("where")).toContainText("400 / 400", { timeout: 60_000 });
  await expect(views.getByRole("button", { name: "As blue" })).toHaveAttribute("aria-pressed", "true");
  await page.context().close();
});
