// Three contests from nothing, by clicks: an AWAP day, a CS 228 term, a MegaMiner night. The competitors who come after
// the first one do by requests what the first one did by clicks.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Download, expect, type Page, test } from "@playwright/test";
import { scratch } from "../programs.mjs";
import { RUBRIC } from "./season";
import { Contest, expectGood, IDLE_BOT, PASSWORD, type Person } from "./server";

const work = scratch("rehearsals");

async function makeEvent(page: Page, contest: Contest, title: string): Promise<void> {
  await page.goto(contest.url);
  await page.getByRole("button", { name: "New event" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Game").selectOption("mars");
  await dialog.getByLabel("Time zone").fill("UTC");
  await dialog.getByRole("button", { name: "Make it" }).click();
  await expect(page.getByRole("heading", { name: "Console" })).toBeVisible();
  await expect(page.getByRole("button", { name: "registration", pressed: true })).toBeVisible();
}
async function move(page: Page, phase: string): Promise<void> {
  await page.getByRole("button", { name: phase, exact: true }).click();
  await page.getByRole("button", { name: `Move to ${phase}` }).click();
  await expect(page.getByRole("button", { name: phase, pressed: true })).toBeVisible();
}
async function saved(page: Page, name: string | RegExp): Promise<string> {
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name }).or(page.getByRole("button", { name })).first().click();
  const file: Download = await coming;
  const path = join(work, `${Math.random()}-${file.suggestedFilename()}`);
  await file.saveAs(path);
  return readFileSync(path, "utf8");
}
/** Starts and releases rounds until the tournament has ended. */
async function playRounds(page: Page, released: boolean): Promise<void> {
  const button = page.getByRole("button", { name: released ? /^(Start|Release)$/ : "Start" }).first();
  const ended = page.locator(".badge", { hasText: "finished" });
  for (let clicks = 0; clicks < 40; clicks += 1) {
    await expect(button.or(ended).first()).toBeVisible({ timeout: 60_000 });
    if (!(await button.isVisible())) return;
    // The next round may have a button with the same text at once: the clicked one has to go.
    const clicked = (await button.elementHandle())!;
    await clicked.click();
    await expect.poll(() => clicked.evaluate((node) => node.isConnected)).toBe(false);
  }
}

test("an AWAP day: accounts on paper, open, freeze, double elimination with a show, export", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const contest = await Contest.bare("awap", 'sign_up = "closed"\n');
  await page.goto(`${contest.url}/#/first-organiser/${await contest.token()}`);
  await page.getByLabel("Login name").fill("org");
  await page.getByLabel("Your name").fill("Olga Organiser");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button").click();
  await expect(page.getByRole("link", { name: "Olga Organiser" })).toBeVisible();
  await makeEvent(page, contest, "AWAP 2026");

  // Accounts, printed and cut.
  await page.getByRole("tab", { name: "People" }).click();
  await page.getByRole("button", { name: "Make accounts" }).click();
  await page
    .getByRole("textbox", { name: "People" })
    .fill("ada, Ada Lovelace\nbob, Bob Builder\ncyd, Cyd Curie\ndot, Dot Dijkstra\nbob, Twice");
  await page.getByRole("button", { name: "Make them" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Line 5");
  await page
    .getByRole("textbox", { name: "People" })
    .fill("ada, Ada Lovelace\nbob, Bob Builder\ncyd, Cyd Curie\ndot, Dot Dijkstra");
  await page.getByRole("button", { name: "Make them" }).click();
  const slips = page.getByRole("table", { name: "New accounts" });
  await expect(slips.getByRole("row")).toHaveCount(5);
  const passwords = await slips
    .getByRole("row")
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent!.trim())),
    );
  await page.emulateMedia({ media: "print" });
  await expect(page.getByTestId("slips").getByText(passwords[0][2])).toBeVisible();
  await expect(page.getByRole("tab", { name: "Today" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expectGood(page);

  await page.getByRole("tab", { name: "Today" }).click();
  await move(page, "open");

  // The first competitor signs in with the slip; the others do the same by requests.
  const first = await (await browser.newContext()).newPage();
  await first.goto(`${contest.url}/events/awap-2026`);
  await first.getByRole("link", { name: "Sign in" }).first().click();
  await first.getByLabel("Login name").fill(passwords[0][0]);
  await first.getByLabel("Password").fill(passwords[0][2]);
  await first.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(first.getByRole("button", { name: "Sign out" })).toBeVisible();
  await first.goto(`${contest.url}/events/awap-2026/join`);
  await first.getByLabel("Name of the team").fill("Ada Racing");
  await first.getByRole("button", { name: "Make the team" }).click();
  await first.getByRole("navigation").getByRole("link", { name: "Hand in a bot" }).click();
  const bot = join(work, "bot.py");
  writeFileSync(bot, IDLE_BOT);
  await first.getByLabel("Choose a file").setInputFiles(bot);
  await first.getByRole("button", { name: "Hand in bot.py" }).click();
  await Promise.all(
    passwords.slice(1).map(async ([login, name, password]) => {
      const person = contest.person();
      await person.post("/sessions", { login, password });
      await person.post("/events/awap-2026/teams", { name: `Team ${name}` });
      await person.upload("awap-2026", "bot.py", `${IDLE_BOT}# ${login}\n`);
    }),
  );
  await expect(first.getByTestId("state")).toHaveText("valid", { timeout: 60_000 });

  // Freeze and finals.
  await move(page, "frozen");
  await first.reload();
  await expect(first.getByText("It is in the phase frozen now", { exact: false })).toBeVisible();
  await move(page, "finals");
  await page.getByRole("navigation").getByRole("link", { name: "Tournaments" }).click();
  await page.getByRole("button", { name: "New tournament" }).click();
  await page.getByLabel("Title").fill("Grand final");
  await page.getByLabel("Format").selectOption("double");
  await page.getByLabel("Seeds").selectOption("");
  await page.getByLabel("Games per meeting").fill("1");
  await page.getByRole("button", { name: "Make it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Grand final" })).toBeVisible();
  const address = page.url();

  // The hall sees a round when it was shown: staff start it, show it by keyboard, and release it.
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("button", { name: "Release" })).toBeVisible();
  await first.goto(address);
  await expect(first.getByTestId("meeting")).toHaveCount(0);
  await page.getByRole("link", { name: "Show mode" }).click();
  const slide = page.getByTestId("slide");
  await expect(slide).toHaveAttribute("data-slide", "next");
  await page.keyboard.press("1");
  await page.keyboard.press("Space");
  await expect(slide).toHaveAttribute("data-slide", "match");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("The winner is")).toBeVisible();
  await page.goto(address);
  await page.getByRole("button", { name: "Release" }).click();
  await expect(first.getByTestId("meeting").first()).toBeVisible();
  await playRounds(page, true);

  // Export: standings and log; the champion of both is the same.
  await page.getByRole("tab", { name: "Standings" }).click();
  const champion = page
    .getByRole("table", { name: /Standings/ })
    .getByRole("row")
    .nth(1);
  await expect(champion).toContainText("1");
  const name = (await champion.getByRole("cell").nth(1).textContent())!.trim();
  expect(await saved(page, "Download Standings of Grand final as CSV")).toContain(`1,${name}`);
  const log = (await saved(page, "Log")).trim().split("\n");
  expect(log.length).toBeGreaterThan(10);
  expect(() => log.map((line) => JSON.parse(line))).not.toThrow();
  await first.reload();
  await first.getByRole("tab", { name: "Standings" }).click();
  await expect(
    first
      .getByRole("table", { name: /Standings/ })
      .getByRole("row")
      .nth(1),
  ).toContainText(name);
  await page.getByRole("navigation").getByRole("link", { name: "Console" }).click();
  await move(page, "over");
  await first.context().close();
  await contest.kill();
});

/** A moment as the form for times wants it, in UTC. */
const at = (ms: number): string => new Date(Date.now() + ms).toISOString().slice(0, 19);

test("a CS 228 term: rubric, deadline, one extension, points by hand, gradebook", async ({ page }) => {
  test.setTimeout(240_000);
  const contest = await Contest.start("term");
  await contest.enter(page, contest.organiser);
  await makeEvent(page, contest, "CS 228");
  await move(page, "open");
  const [ada, bob, cyd] = await Promise.all(
    ["ada", "bob", "cyd"].map((login) => contest.team("cs-228", login, `Team ${login}`)),
  );
  await ada.upload("cs-228", "bot.py", IDLE_BOT);
  await page.getByRole("navigation").getByRole("link", { name: "Grades" }).click();
  await page.getByRole("button", { name: "New grading" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Homework 5");
  await dialog.getByLabel("Rubric").fill(RUBRIC.replace("points = 8", 'points = "eight"'));
  await dialog.getByLabel("Deadline").fill(at(4000));
  await dialog.getByRole("button", { name: "Make it" }).click();
  await expect(dialog.getByRole("alert")).toContainText("points");
  await dialog.getByLabel("Rubric").fill(RUBRIC);
  const deadline = Date.now() + 4000;
  await dialog.getByLabel("Deadline").fill(at(4000));
  await dialog.getByRole("button", { name: "Make it" }).click();
  await page.getByRole("link", { name: "All results" }).click();

  // Bob was ill: a later deadline, for Bob alone.
  await page.getByRole("link", { name: "Team bob" }).click();
  const panel = page.getByLabel("Result of Team bob");
  await panel.getByText("A later deadline for this team").click();
  await panel.getByLabel("Until").fill(at(3_600_000));
  await panel.getByLabel("Reason").fill("Ill, with a note");
  await panel.getByRole("button", { name: "Extend the deadline" }).click();
  await expect(page.getByTestId("notice")).toContainText("Team bob may hand in until then");
  await expect.poll(() => Date.now()).toBeGreaterThan(deadline);
  await Promise.all([bob, cyd].map((person: Person) => person.upload("cs-228", "bot.py", IDLE_BOT)));
  await page.getByRole("button", { name: "Grade now" }).click();
  const table = page.getByRole("table", { name: /Results/ });
  await expect(table.getByRole("row", { name: /Team bob 8/ })).toBeVisible({ timeout: 60_000 });
  await expect(table.getByRole("row", { name: /Team ada 8/ })).toBeVisible({ timeout: 60_000 });
  // The rubric accepts no late homework.
  await page.getByLabel("Which results").selectOption("missing");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("link", { name: "Team cyd" })).toBeVisible();
  await page.getByLabel("Which results").selectOption("");

  // Points by hand, after a look at the source; a comment on the line that was clicked.
  await page.getByRole("link", { name: "Team ada" }).click();
  const result = page.getByLabel("Result of Team ada");
  await result.getByRole("button", { name: "Read version 1" }).click();
  await result.getByRole("button", { name: "Line 3", exact: true }).click();
  await result.getByLabel("Comment on the line").fill("A docstring would help");
  await result.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(result.getByTestId("source").getByText("A docstring would help")).toBeVisible();
  await result.getByLabel("Points").fill("1.5");
  await result.getByLabel("Comment", { exact: true }).fill("Good names");
  await result.getByRole("button", { name: "Give the points" }).click();
  await expect(result.getByText("9.50")).toBeVisible();
  await expectGood(page);
  await page.getByRole("button", { name: "Release to authors" }).click();
  await expect(page.getByRole("button", { name: "Hide from authors" })).toBeVisible();
  const book = await saved(page, "Gradebook");
  expect(book.split("\n").find((line) => line.startsWith("ada,"))).toContain("9.5");
  expect(book.split("\n").find((line) => line.startsWith("bob,"))).toContain("8");
  expect(await ada.get("/events/cs-228/my-grades")).toHaveLength(1);
  await contest.kill();
});

test("a MegaMiner night: an arena, then a McMahon seeded from it, with decisions", async ({ page }) => {
  test.setTimeout(240_000);
  const contest = await Contest.start("night");
  await contest.enter(page, contest.organiser);
  await makeEvent(page, contest, "MegaMiner");
  await move(page, "open");
  const names = ["Ants", "Bees", "Crabs", "Doves"];
  const people = await Promise.all(names.map((name) => contest.team("megaminer", name.toLowerCase(), name)));
  await Promise.all(people.map((person, i) => person.upload("megaminer", "bot.py", `${IDLE_BOT}# ${i}\n`)));

  const make = async (title: string, format: string, seeds: string, waits: boolean): Promise<void> => {
    await page.getByRole("navigation").getByRole("link", { name: "Tournaments" }).click();
    await page.getByRole("button", { name: "New tournament" }).click();
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Format").selectOption(format);
    await page.getByLabel("Seeds").selectOption({ label: seeds });
    await page.getByLabel("Games per meeting").fill("1");
    await page.getByLabel("Rounds").fill(format === "arena" ? "1" : "2");
    await page.getByLabel("Wait after each draw").setChecked(waits);
    await page.getByLabel("Hide each round").setChecked(false);
    await page.getByRole("button", { name: "Make it" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  };
  await make("Arena", "arena", "none: drawn by lot", false);
  await expect(page.locator(".badge", { hasText: "finished" })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Cross table" }).click();
  await expect(page.getByRole("region", { name: "Points of all pairs" })).toContainText("1/1");

  await make("McMahon", "mcmahon", "by the wins of Arena", true);
  // Doves have to catch a bus after the first round.
  await page.getByRole("tab", { name: "Decisions" }).click();
  await page.getByRole("combobox", { name: "What" }).selectOption("absent");
  await page.getByRole("combobox", { name: "Team" }).selectOption({ label: "Doves" });
  await page.getByRole("spinbutton", { name: "Round" }).fill("2");
  await page.getByLabel("Why").fill("The last bus");
  await expect(page.getByText("Doves is not paired in round 2", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Decide" }).click();
  await expect(page.getByLabel("Decisions").getByText("The last bus", { exact: false })).toBeVisible();
  await page.getByRole("tab", { name: "Rounds" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  const second = page.getByTestId("round").filter({ hasText: "Doves is missing" });
  await expect(second.getByRole("button", { name: "Start" })).toBeVisible({ timeout: 60_000 });

  // The referee's result of a game is corrected, and counts.
  await page.getByRole("tab", { name: "Decisions" }).click();
  await page.getByRole("combobox", { name: "What" }).selectOption("correct");
  await page.getByRole("combobox", { name: "Game" }).selectOption({ index: 1 });
  const ranks = page.getByRole("combobox", { name: /^Rank of/ });
  await expect(ranks).toHaveCount(2);
  await ranks.nth(0).selectOption("2");
  await ranks.nth(1).selectOption("1");
  await page.getByLabel("Why").fill("The clock of the machine was wrong");
  await page.getByRole("button", { name: "Decide" }).click();
  await expect(
    page.getByLabel("Decisions").getByText("The clock of the machine was wrong", { exact: false }),
  ).toBeVisible();
  await page.getByRole("tab", { name: "Rounds" }).click();
  await playRounds(page, false);
  await page.getByRole("tab", { name: "Standings" }).click();
  await expect(
    page.getByRole("table", { name: /Standings/ }).getByRole("columnheader", { name: "MMS" }),
  ).toBeVisible();
  await expect(page.getByText("McMahon score", { exact: false })).toBeVisible();
  await contest.kill();
});
