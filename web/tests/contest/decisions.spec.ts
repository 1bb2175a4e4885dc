// What organisers decide about tournaments in the browser: a gauntlet with its challenger, a team that advances whatever
// its games say, a team that enters late.

import { expect, type Page, test } from "@playwright/test";
import { Contest, expectClean, IDLE_BOT, type Person } from "./server";

const NAMES = ["Ants", "Bees", "Crabs", "Doves"];
let contest: Contest;
let late: Person;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  contest = await Contest.start("decisions");
  await contest.event("cup");
  const people = await Promise.all(NAMES.map((name) => contest.team("cup", name.toLowerCase(), name)));
  await Promise.all(people.map((person, i) => person.upload("cup", "bot.py", `${IDLE_BOT}# ${i}\n`)));
  late = await contest.team("cup", "eels", "Eels");
});
test.afterAll(() => contest.kill());

/** Makes a tournament with the form. */
async function make(page: Page, title: string, format: string, waits: boolean): Promise<void> {
  await contest.enter(page, contest.organiser);
  await page.goto(`${contest.url}/events/cup/tournaments`);
  await page.getByRole("button", { name: "New tournament" }).click();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Format").selectOption(format);
  await page.getByLabel("Seeds").selectOption("");
  await page.getByLabel("Games per meeting").fill("1");
  await page.getByLabel("Wait after each draw").setChecked(waits);
  await page.getByLabel("Hide each round").setChecked(false);
  if (format === "gauntlet") {
    await page.getByLabel("Challenger").selectOption("Crabs");
    await expectClean(page);
  }
  await page.getByRole("button", { name: "Make it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

async function decide(page: Page, why: string): Promise<void> {
  await page.getByLabel("Why").fill(why);
  await page.getByRole("button", { name: "Decide" }).click();
  await expect(page.getByLabel("Decisions").getByText(why, { exact: false })).toBeVisible();
}

test("a gauntlet: one challenger meets all others", async ({ page }) => {
  await make(page, "Gauntlet", "gauntlet", false);
  await expect(page.locator(".badge", { hasText: "finished" })).toBeVisible({ timeout: 60_000 });
  const run = Number(/runs\/(\d+)/.exec(page.url())![1]);
  const { matches } = await contest.organiser.get(`/events/cup/matches?run=${run}`);
  expect(matches).toHaveLength(3);
  for (const { sides } of matches) expect(sides.map(({ name }: { name: string }) => name)).toContain("Crabs");
});

test("a team advances from an elimination match, whatever its games say", async ({ page }) => {
  await make(page, "Cup", "single", true);
  await page.getByRole("tab", { name: "Decisions" }).click();
  await page.getByRole("combobox", { name: "What" }).selectOption("advance");
  await expect(page.getByRole("button", { name: "Decide" })).toBeDisabled();
  await page.getByRole("combobox", { name: "Match" }).selectOption({ index: 1 });
  const team = page.getByRole("combobox", { name: "Team" });
  // Only the two teams of the match can advance from it.
  await expect(team.locator("option")).toHaveCount(3);
  await team.selectOption({ index: 1 });
  const name = (await team.locator("option").nth(1).textContent())!;
  await expect(page.getByText(`${name} advances from`, { exact: false })).toBeVisible();
  await decide(page, "The other team went home");
  await page.getByRole("tab", { name: "Rounds" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  const final = page.getByTestId("round").filter({ hasText: "Start" });
  await expect(final).toContainText(name, { timeout: 60_000 });
});

test("a team enters late and is drawn from the next round on", async ({ page }) => {
  await make(page, "Swiss", "swiss", true);
  await late.upload("cup", "bot.py", `${IDLE_BOT}# late\n`);
  await page.getByRole("tab", { name: "Decisions" }).click();
  await page.getByRole("combobox", { name: "What" }).selectOption("enter");
  await page.getByRole("combobox", { name: "Team" }).selectOption({ label: "Eels" });
  await expect(page.getByText("Eels takes part with its active version", { exact: false })).toBeVisible();
  await decide(page, "The train was late");
  await page.getByRole("tab", { name: "Rounds" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByTestId("round").filter({ hasText: "Start" })).toContainText("Eels", {
    timeout: 60_000,
  });
});
