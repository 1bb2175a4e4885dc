// Two people see each other's match live while the server is killed and restarted; script in names and texts does not
// run; the things of another team cannot be reached by changing an address.

import { spawnSync } from "node:child_process";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { Contest, IDLE_BOT, type Person, watch } from "./server";

/** Runs if it is ever taken for markup. */
const SCRIPT = "<img src=x onerror=document.title='hacked'><script>document.title='hacked'</script>";
const NASTY_BOT = `import agon\n\ndef play(turn):\n    turn.log("${SCRIPT}")\n\nagon.run(play)\n`;

let contest: Contest;
let ada: Person;
let bob: Person;
let bobTeam = 0;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  contest = await Contest.start("safety");
  await contest.event("cup");
  ada = await contest.team("cup", "ada", `Ada ${SCRIPT}`.slice(0, 40));
  bob = await contest.team("cup", "bob", "Bob");
  bobTeam = (await bob.get("/events/cup/my-team")).team.id;
  await Promise.all([ada.upload("cup", "bot.py", NASTY_BOT), bob.upload("cup", "bot.py", IDLE_BOT)]);
});
test.afterAll(() => contest.kill());

async function pageOf(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await contest.enter(page, person);
  return page;
}

test("two browsers see the same match live, over a crash of the server", async ({ browser }) => {
  const [first, second] = [await pageOf(browser, ada), await pageOf(browser, bob)];
  await first.goto(`${contest.url}/events/cup/matches?kind=scrimmage`);
  await second.goto(`${contest.url}/events/cup/my-team`);
  await expect(first.getByText("No matches here")).toBeVisible();
  await expect(second.getByText("Your team accepts all requests by itself")).toBeVisible();

  // Bob is asked, and both pages learn it at once.
  await bob.put("/events/cup/my-team/scrimmages", { always_accepts: false });
  await ada.post("/events/cup/scrimmages", { opponents: [{ team: bobTeam }], games: 1 });
  await expect(second.getByRole("button", { name: "Accept" })).toBeVisible();

  await contest.kill();
  for (const page of [first, second])
    await expect(page.getByTestId("connection")).toContainText("The server cannot be reached");
  await contest.launch();
  for (const page of [first, second]) await expect(page.getByTestId("connection")).toHaveText("");

  await second.getByRole("button", { name: "Accept" }).click();
  await expect(first.getByRole("row").nth(1)).toContainText("Bob");
  await expect(first.getByRole("row").nth(1)).toContainText(/won|lost|drawn/, { timeout: 60_000 });
  await expect(second.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await first.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(first.getByTestId("board")).toBeVisible();
});

test("script in names, texts and output is shown, not run", async ({ browser }) => {
  const { organiser } = contest;
  await organiser.post("/events/cup/handbook", {
    after: 0,
    body: `# Rules\n\n${SCRIPT}\n\n[x](javascript:alert(1))`,
    notice: SCRIPT,
  });
  await organiser.post("/events/cup/announcements", { title: SCRIPT.slice(0, 60), body: SCRIPT });
  const question = await ada.post("/events/cup/questions", { text: SCRIPT });
  await organiser.post(`/questions/${question.id}/answer`, {
    state: "answered",
    answer: SCRIPT,
    public: true,
  });
  const page = await pageOf(browser, ada);
  const faults = watch(page, () => contest.url);
  const [match] = (await ada.get("/events/cup/matches?kind=scrimmage")).matches;
  const team = (await ada.get("/events/cup/my-team")).team.id;
  const places = ["", "/matches", "/my-team", `/teams/${team}`].map((part) => `/events/cup${part}`);
  for (const place of [...places, `/matches/${match.id}#/?tab=log`]) {
    await page.goto(contest.url + place);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("<img src=x").filter({ visible: true }).first(), place).toBeVisible();
    expect(await page.title(), place).not.toContain("hacked");
    expect(await page.locator("img").count(), place).toBe(0);
  }
  expect(faults()).toEqual([]);
});

test("what belongs to another team is not reached by its address", async ({ browser }) => {
  const eve = await contest.team("cup", "eve", "Eve");
  const page = await pageOf(browser, eve);
  const [match] = (await ada.get("/events/cup/matches?kind=scrimmage")).matches;
  const [version] = await ada.get("/events/cup/submissions");
  await page.goto(`${contest.url}/matches/${match.id}`);
  await expect(page.getByRole("alert")).toContainText(`There is no match ${match.id}`);
  const status = async (path: string): Promise<number> =>
    page.evaluate(async (address) => (await fetch(address)).status, `/api/v1${path}`);
  for (const path of [
    `/matches/${match.id}/games/1/film`,
    `/matches/${match.id}/games/1/film/chunks/0`,
    `/matches/${match.id}/games/1/replay`,
    `/submissions/${version.id}`,
    `/submissions/${version.id}/source`,
  ])
    expect(await status(path), path).toBe(404);
  // Bob sees the match, but not what Ada's bot printed.
  const film = await bob.get(`/matches/${match.id}/games/1/film/chunks/0`);
  expect(JSON.stringify(film)).not.toContain("hacked");
  expect(JSON.stringify(await ada.get(`/matches/${match.id}/games/1/film/chunks/0`))).toContain("hacked");
});

/** Copies a match of the database many times, as a long season would leave it. */
const FILL = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
first, count = int(sys.argv[2]), int(sys.argv[3])
numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) " % count
db.execute(numbers + "INSERT INTO match (id, event, kind, key, state, games, created_ms, finished_ms, round)"
  " SELECT 1000 + i, event, kind, 'copy/' || i, state, games, created_ms, finished_ms, round FROM match, n WHERE id = ?", (first,))
db.execute(numbers + "INSERT INTO seat (match, seat, team, submission, result)"
  " SELECT 1000 + i, seat, team, submission, result FROM seat, n WHERE match = ?", (first,))
db.commit()
`;

test("100,000 matches scroll, and only the rows in the window are drawn", async ({ browser }) => {
  const [match] = (await ada.get("/events/cup/matches?kind=scrimmage")).matches;
  await contest.kill();
  const filled = spawnSync("python3", ["-c", FILL, contest.database(), String(match.id), "100000"], {
    encoding: "utf8",
  });
  expect(filled.stderr).toBe("");
  await contest.launch();
  const page = await pageOf(browser, ada);
  await page.goto(`${contest.url}/events/cup/matches?kind=scrimmage`);
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  const count = async (): Promise<number> =>
    Number(await page.getByRole("table").getAttribute("aria-rowcount"));
  for (let pages = 1; pages <= 10; pages += 1) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(count).toBeGreaterThan(200 * pages);
  }
  expect(await page.getByRole("row").count()).toBeLessThan(80);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole("link", { name: "101000" })).toBeVisible();
});
