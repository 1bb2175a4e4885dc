// The organiser's console on a bad day: the store of blobs is gone, jobs fail, and staff find out why, decide about
// them, stop things, look up a team and see what it sees.

import { spawnSync } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { Contest, expectClean, expectGood, IDLE_BOT, type Person } from "./server";

let contest: Contest;
let ada: Person;
let bob: Person;
let adaTeam = 0;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  contest = await Contest.start("console");
  await contest.event("cup", "mars", { scrimmages_per_hour: 20 });
  ada = await contest.team("cup", "ada", "Ada Racing");
  bob = await contest.team("cup", "bob", "Bob's Builders");
  await Promise.all([ada.upload("cup", "racer.py", IDLE_BOT), bob.upload("cup", "builder.py", IDLE_BOT)]);
  adaTeam = (await ada.get("/events/cup/my-team")).team.id;
});
test.afterAll(() => contest.kill());

async function open(page: Page, panel: string): Promise<void> {
  await contest.enter(page, contest.organiser);
  await page.goto(`${contest.url}/events/cup/console?panel=${panel}`);
  await expect(page.getByRole("tab", { selected: true })).toBeVisible();
}

test("jobs that fail on our side are told, explained and decided about", async ({ page }) => {
  test.setTimeout(180_000);
  const bobTeam = (await bob.get("/events/cup/my-team")).team.id;
  await open(page, "queue");
  await expect(page.getByText("No alerts", { exact: false })).toBeVisible();
  // A file is where the folder of the blobs should be, so no replay can be stored.
  const blobs = contest.path("data/blobs");
  renameSync(blobs, `${blobs}.away`);
  writeFileSync(blobs, "");
  for (let i = 0; i < 3; i += 1)
    await ada.post("/events/cup/scrimmages", { opponents: [{ team: bobTeam }], games: 1 });

  // The alert appears by itself and leads to the jobs.
  await expect(page.getByTestId("alert")).toContainText("3 jobs failed too often", { timeout: 90_000 });
  const jobs = page.getByRole("table", { name: "Failed jobs" });
  await expect(jobs.getByRole("row")).toHaveCount(4);
  await expectGood(page);
  await page.getByRole("tab", { name: "Failures" }).click();
  await expect(page.getByRole("button", { name: /^storage \d+/ })).toBeVisible();
  await page.getByRole("button", { name: /^storage \d+/ }).click();
  await expect(page).toHaveURL(/class=storage/);
  await expect(page.getByRole("img", { name: /failures in/ })).toBeVisible();
  await expectGood(page);

  // The store is back: one job is tried again, one is declared, one is given up, each after its preview.
  rmSync(blobs);
  renameSync(`${blobs}.away`, blobs);
  await page.getByRole("link", { name: "Decide about them" }).click();
  const dialog = page.getByRole("dialog");
  const first = page.getByRole("checkbox", { name: /Choose job/ }).first();
  await first.check();
  await page.getByRole("button", { name: "Declare the result" }).click();
  await dialog.getByLabel("Rank of Ada Racing").selectOption("2");
  await dialog.getByLabel("Rank of Bob's Builders").selectOption("1");
  await expect(dialog.getByTestId("effects")).toContainText("gets the ranks 2, 1");
  await dialog.getByLabel("Why").fill("The power was cut when Bob had won.");
  await expectClean(page);
  await dialog.getByRole("button", { name: "Declare" }).click();
  await expect(jobs.getByRole("row")).toHaveCount(3);

  await first.check();
  await page.getByRole("button", { name: "Give up" }).click();
  await expect(dialog.getByTestId("effects")).toContainText(/Match \d+ .* is void/);
  await dialog.getByLabel("Why").fill("The disk was full.");
  await dialog.getByRole("button", { name: "Give up" }).click();
  await expect(jobs.getByRole("row")).toHaveCount(2);

  await page.getByRole("button", { name: "Choose all 1" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByTestId("effects")).toContainText("is played again");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(jobs).toHaveCount(0);
  await expect(page.getByText("No alerts", { exact: false })).toBeVisible();
  const played = await ada.until("/events/cup/matches?kind=scrimmage", ({ matches }) =>
    matches.every((match: { state: string }) => ["finished", "void"].includes(match.state)),
  );
  const why = (
    await Promise.all(played.matches.map(({ id }: { id: number }) => ada.get(`/matches/${id}`)))
  ).map(
    (match) =>
      `${match.state} ${match.why ?? ""} ${match.games.map((game: { reason: string }) => game.reason)}`,
  );
  expect(why.filter((text) => text.includes("The disk was full"))).toHaveLength(1);
  expect(why.filter((text) => text.includes("The power was cut"))).toHaveLength(1);
});

test("a worker is listed with its speed, lanes with their waiting times", async ({ page }) => {
  await open(page, "queue");
  const workers = page.getByRole("table", { name: "Workers" });
  await expect(workers.getByText("connected")).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Lanes" }).getByRole("row", { name: /requested/ }),
  ).toBeVisible();
});

/** A worker of which every job failed lately, and another that did a thousand. */
const BREAK = `
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], timeout=30)
now = int(time.time() * 1000)
for worker, results, failures, lacks in [("hall:broken", 0, 6, "go java"), ("hall:good", 1000, 0, "")]:
  db.execute("INSERT INTO worker (name, engine, slots, speed, started_ms, seen_ms, lacks)"
    " VALUES (?, 'agon', 1, 100, ?, ?, ?)", (worker, now, now, lacks))
  db.execute("INSERT INTO work_count (worker, lane, hour_ms, results, busy_ms, time_losses, failures, stale)"
    " VALUES (?, 'requested', ?, ?, 0, 0, ?, 0)", (worker, now - now % 3600000, results, failures))
db.commit()
`;

test("a worker that was set aside is let work again", async ({ page }) => {
  const broken = spawnSync("python3", ["-c", BREAK, contest.database()], { encoding: "utf8" });
  expect(broken.stderr).toBe("");
  await open(page, "queue");
  const alert = page.getByTestId("alert").filter({ hasText: "hall:broken" });
  await expect(alert).toContainText("6 of 6 jobs failed on hall:broken", { timeout: 60_000 });
  const workers = page.getByRole("table", { name: "Workers" });
  const row = workers.getByRole("row", { name: /hall:broken/ });
  await expect(row).toContainText("set aside");
  await expect(row.getByRole("button", { name: /work again/ })).toHaveCount(1);
  await expect(
    page.getByText("hall:broken has no tools for go, java: bots in these languages"),
  ).toBeVisible();
  await expectGood(page);
  await page.getByRole("button", { name: "Let hall:broken work again" }).click();
  await expect(page.getByText("hall:broken gets jobs again", { exact: false })).toBeVisible();
  await expect(alert).toHaveCount(0, { timeout: 60_000 });
  await expect(row).not.toContainText("set aside");
  await expect(row.getByRole("button")).toHaveCount(0);
  const audit = await contest.organiser.get("/console/audit?action=readmit");
  expect(JSON.stringify(audit)).toContain("hall:broken");
});

test("a switch stops uploads, the team reads why, and it goes on again", async ({ page, browser }) => {
  await open(page, "today");
  await page.getByRole("button", { name: "Stop Uploads" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What teams are told").fill("The disk is being changed; back at noon.");
  await dialog.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("“The disk is being changed; back at noon.”")).toBeVisible();
  await expectGood(page);
  const author = await (await browser.newContext()).newPage();
  await contest.enter(author, ada);
  await author.goto(`${contest.url}/events/cup/upload`);
  await expect(author.getByText("The disk is being changed; back at noon.")).toBeVisible();
  // The page of the author learns of the thaw by itself.
  await page.getByRole("button", { name: "Let Uploads go on" }).click();
  await expect(author.getByText("The disk is being changed; back at noon.")).toBeHidden();
  await author.context().close();
});

test("search finds a team; staff see what it sees and change nothing", async ({ page }) => {
  await open(page, "today");
  await page.keyboard.press("/");
  await page.keyboard.type("ada");
  const found = page.getByRole("list", { name: "Found" });
  await expect(found.getByRole("link", { name: "Ada Racing" })).toBeVisible();
  await expectGood(page);
  await found.getByRole("button", { name: "See as this team" }).click();
  await expect(page.getByTestId("viewing")).toContainText("Ada Racing");
  await expect(page.getByRole("navigation").getByRole("link", { name: "Console" })).toBeHidden();
  await page.getByRole("navigation").getByRole("link", { name: "My team" }).click();
  await expect(page.getByRole("heading", { name: "Ada Racing" })).toBeVisible();
  await expectGood(page);
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("cannot change anything");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByTestId("viewing")).toBeVisible();
  await page.getByRole("button", { name: "Leave this view" }).click();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Console" })).toBeVisible();
});

test("staff read the source of a submission, and the audit log says so", async ({ page }) => {
  await open(page, "today");
  await page.getByLabel("Search the event").fill("racer");
  // What was found before the last letter may still be shown.
  const found = page.getByRole("list", { name: "Found" }).getByRole("link").filter({ hasText: "racer" });
  await found.first().click();
  await expect(page.getByTestId("source")).toContainText("agon.run(play)");
  await expectGood(page);
  await open(page, "audit");
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(log.getByRole("row", { name: /read source.*racer\.py/ }).first()).toBeVisible();
  await expect(
    log.getByRole("row", { name: new RegExp(`view as team team ${adaTeam}`) }).first(),
  ).toBeVisible();
  await page.getByLabel("Action, or its beginning").fill("read");
  await page.getByLabel("Action, or its beginning").press("Enter");
  await expect(page).toHaveURL(/action=read/);
  await expect(log.getByRole("row", { name: /view as team/ })).toHaveCount(0);
  await expect(log.getByRole("row", { name: /read source/ }).first()).toBeVisible();
});

test("a scrimmage is taken out of the results and put back", async ({ page }) => {
  await contest.enter(page, contest.organiser);
  const { matches } = await ada.get("/events/cup/matches?kind=scrimmage&state=finished");
  await page.goto(`${contest.url}/matches/${matches[0].id}`);
  await page.getByRole("button", { name: "Void" }).click();
  await page.getByRole("dialog").getByLabel("Why").fill("Wrong map");
  await page.getByRole("dialog").getByRole("button", { name: "Void" }).click();
  await expect(page.getByTestId("match-state")).toHaveText("void");
  await expect(page.getByText("Wrong map")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByTestId("match-state")).toHaveText("finished");
});
