// Leaderboard, tournaments, the show for the projector and print views, against a real server with real bots.

import { expect, test } from "@playwright/test";
import { Contest, expectClean, expectGood, expectPhone, IDLE_BOT, type Person, watch } from "./server";

const NAMES = ["Ada Racing", "Bob's Builders", "Curie Labs", "Dijkstra Paths"];
let contest: Contest;
let people: Person[];
let run = 0;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  contest = await Contest.start("finals");
  await contest.event("cup", "mars", { ranked_matches: "public" });
  people = await Promise.all(NAMES.map((name, i) => contest.team("cup", `p${i}`, name)));
  await Promise.all(people.map((person, i) => person.upload("cup", "bot.py", `${IDLE_BOT}# ${i}\n`)));
  await contest.organiser.put("/events/cup/ladder", { mode: "continuous", turns: 1 });
  await contest.organiser.until("/events/cup/leaderboard", ({ games }) => games >= 6);
  await contest.organiser.put("/events/cup/ladder", { mode: "off", turns: 1 });
});
test.afterAll(() => contest.kill());

test("the leaderboard shows ratings with error bars, form, history, pairs and past moments", async ({
  page,
}) => {
  const faults = watch(page, () => contest.url);
  await page.goto(`${contest.url}/events/cup/leaderboard`);
  const table = page.getByRole("table", { name: "Leaderboard" });
  for (const name of NAMES) await expect(table.getByRole("link", { name })).toBeVisible();
  await expect(table.getByRole("img").first()).toHaveAttribute("aria-label", /-?\d+ to -?\d+/);
  const form = table.getByRole("link", { name: /(won|drawn|lost): match \d+/ });
  await expect(form.first()).toBeVisible();
  await expectPhone(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Leaderboard as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("leaderboard.csv");
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByRole("checkbox", { name: /Ada Racing/ })).toBeChecked();
  await expectPhone(page);
  await page.getByRole("tab", { name: "Head to head" }).click();
  await page
    .getByRole("button", { name: /Ada Racing against .* percent of/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText("All games")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectPhone(page);
  await page.goto(`${contest.url}/events/cup/leaderboard?at=2020-01-01T00:00:00.000Z`);
  await expect(page.getByText("There were no ranked games yet")).toBeVisible();
  await page.getByRole("button", { name: "Now" }).click();
  await expect(table).toBeVisible();
  expect(faults()).toEqual([]);
});

test("staff make a tournament, start and release its rounds; others see what is released", async ({
  page,
  browser,
}) => {
  await contest.enter(page, contest.organiser);
  await page.goto(`${contest.url}/events/cup/tournaments`);
  await page.getByRole("button", { name: "New tournament" }).click();
  await page.getByLabel("Title").fill("Grand final");
  await page.getByLabel("Format").selectOption("double");
  await page.getByLabel("Games per meeting").fill("1");
  await page.getByRole("button", { name: "Make it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Grand final" })).toBeVisible();
  run = Number(/runs\/(\d+)/.exec(page.url())![1]);
  const first = page.getByTestId("round").last();
  await first.getByRole("button", { name: "Start" }).click();
  await expect(first.getByRole("button", { name: "Release" })).toBeVisible();
  await expect(page.getByTestId("meeting").first()).toBeVisible();
  await expectGood(page);

  const outside = await (await browser.newContext()).newPage();
  await outside.goto(`${contest.url}/runs/${run}`);
  await expect(
    outside.getByText("The first round appears when the organisers release it.").first(),
  ).toBeVisible();
  await expect(outside.getByTestId("meeting")).toHaveCount(0);
  await first.getByRole("button", { name: "Release" }).click();
  // The other browser learns of it without being asked.
  await expect(outside.getByTestId("meeting").first()).toBeVisible();
  await outside.getByTestId("meeting").first().click();
  await expect(outside.getByRole("dialog").getByRole("link").first()).toBeVisible();
  await outside.context().close();

  for (const panel of ["Standings", "Rounds", "Cross table", "Decisions"]) {
    await page.getByRole("tab", { name: panel }).click();
    await expectGood(page);
  }
  await page.getByRole("combobox", { name: "What" }).selectOption("withdraw");
  await page.getByRole("combobox", { name: "Team" }).selectOption({ label: NAMES[3] });
  await expect(page.getByText(`${NAMES[3]} plays no further round`)).toBeVisible();
});

test("the show runs by keyboard alone, reveals nothing early, and goes on after a reload", async ({
  page,
}) => {
  await contest.enter(page, contest.organiser);
  await page.goto(`${contest.url}/runs/${run}/show`);
  const slide = page.getByTestId("slide");
  await expect(slide).toHaveAttribute("data-slide", "next");
  await expectClean(page);
  await page.keyboard.press("1");
  await page.keyboard.press("Space");
  await expect(slide).toHaveAttribute("data-slide", "match");
  await expect(page.getByTestId("board")).toBeVisible();
  await expect(page.getByText("15 s")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("The winner is")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(slide).toHaveAttribute("data-slide", "standing");
  await expect(page.getByTestId("meeting").first()).toBeVisible();
  // Of the second meeting of the round only the teams are known.
  const second = page.getByTestId("meeting").nth(1);
  await expect(second.locator(".won")).toHaveCount(0);
  await expectGood(page);
  await page.reload();
  await expect(slide).toHaveAttribute("data-slide", "standing");
  await page.keyboard.press("ArrowLeft");
  await expect(slide).toHaveAttribute("data-slide", "result");
  await page.keyboard.press("?");
  await expect(page.getByText("release the round to all people")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tab", { name: "Bracket" })).toBeVisible();
});

test("pairings, standings and certificates can be printed", async ({ page }) => {
  await page.goto(`${contest.url}/runs/${run}/print`);
  await expect(page.getByRole("heading", { name: "Print: Grand final" })).toBeVisible();
  await expect(page.getByTestId("sheet").getByRole("row")).not.toHaveCount(1);
  await expectGood(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("navigation")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("tab", { name: "Standings" }).click();
  await expect(page.getByRole("heading", { name: "Grand final: standings" })).toBeVisible();
});

test("a Swiss tournament says what its tie-breaks are and why two teams were paired", async ({ page }) => {
  const { organiser } = contest;
  const plan = { format: "swiss", rounds: 1, games: 1 };
  const made = await organiser.post("/events/cup/runs", {
    title: "Open",
    kind: "tournament",
    plan,
    public: true,
  });
  await organiser.until(`/runs/${made.id}`, ({ state }) => state === "closed");
  await page.goto(`${contest.url}/runs/${made.id}`);
  await expect(page.getByText("Sum of the scores of all opponents", { exact: false }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Rounds" }).click();
  await page.getByTestId("round").getByRole("button").first().click();
  await page.getByRole("button", { name: "Why this pairing?" }).click();
  await expect(page.getByLabel("Why this pairing").getByRole("listitem").first()).toBeVisible();
  await expectClean(page);
});
