// The keyboard alone is enough, charts tell their values, and long lists do not block the page.

import { spawnSync } from "node:child_process";
import { expect, type Page, test } from "@playwright/test";
import { Contest, IDLE_BOT, PASSWORD, type Person } from "./server";

let contest: Contest;
let ada: Person;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  contest = await Contest.start("quality");
  await contest.event("cup", "mars", { ranked_matches: "public" });
  await contest.event("empty");
  const { organiser } = contest;
  ada = await contest.team("cup", "ada", "Ada Racing");
  await ada.post("/events/empty/teams", { name: "Ada alone" });
  const bob = await contest.team("cup", "bob", "Bob's Builders");
  await Promise.all([ada, bob].map((person, i) => person.upload("cup", "bot.py", `${IDLE_BOT}# ${i}\n`)));
  await organiser.put("/events/cup/ladder", { mode: "continuous", turns: 1 });
  await organiser.until("/events/cup/leaderboard", ({ games }) => games >= 3);
  await organiser.put("/events/cup/ladder", { mode: "off", turns: 1 });
});
test.afterAll(() => contest.kill());

/** Opens an address within the page, which is faster than loading it. */
async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(/^Loading .* …$/)).toHaveCount(0);
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const named = () =>
    page.evaluate(() => {
      const node = document.activeElement as HTMLElement;
      const label = (node as HTMLInputElement).labels?.[0]?.textContent;
      return (node.getAttribute("aria-label") ?? label ?? node.textContent ?? "").trim().replace(/\s+/g, " ");
    });
  const seen: string[] = [];
  for (let presses = 0; presses < 90; presses += 1) {
    await page.keyboard.press("Tab");
    seen.push(await named());
    if (name.test(seen[seen.length - 1])) return;
  }
  throw new Error(`Tab never reaches ${name}; it passes ${seen.join(" | ")}`);
}

test("from signing in to a scrimmage's film with the keyboard alone", async ({ page }) => {
  await page.goto(`${contest.url}/events/cup`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await tabTo(page, /^Sign in$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await tabTo(page, /^Login name/);
  await page.keyboard.type("ada");
  await tabTo(page, /^Password/);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await tabTo(page, /^Scrimmages$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Bob's Builders/ })).toBeVisible();
  await tabTo(page, /Bob's Builders/);
  await page.keyboard.press("Space");
  await tabTo(page, /^Ask for/);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("board")).toBeVisible({ timeout: 60_000 });
  // Back to the leaderboard, whose parts are one stop with arrows inside.
  await tabTo(page, /^Leaderboard$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Ratings", selected: true })).toBeVisible();
  await tabTo(page, /^Ratings$/);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "History", selected: true })).toBeFocused();
  await tabTo(page, /^Ratings over time/);
  await page.keyboard.press("End");
  await expect(page.getByTestId("reading")).toContainText(/Ada Racing/);
  await expect(page.getByTestId("reading")).toContainText(/-?\d+ ± \d+/);
});

test("charts tell the values under the pointer", async ({ page }) => {
  await page.goto(`${contest.url}/events/cup/leaderboard?panel=history`);
  const chart = page.getByRole("group", { name: /Ratings over time/ });
  await chart.hover({ position: { x: 30, y: 60 } });
  const first = await page.getByTestId("reading").textContent();
  await chart.hover({ position: { x: 600, y: 60 } });
  await expect(page.getByTestId("reading")).not.toHaveText(first!);
  await page.mouse.move(0, 0);
  await expect(page.getByTestId("reading")).toBeHidden();
});

/** Copies a team many times, with its bot and a place in the ladder: each copy has won against the next one. */
const FILL = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
team = int(sys.argv[2])
numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
db.execute(numbers + "INSERT INTO team (id, event, name, name_key, join_code, staff, state, active_submission, created_ms)"
  " SELECT 1000 + i, event, 'Copy ' || i, 'copy ' || i, 'copy' || i, staff, state, active_submission, created_ms"
  " FROM team, n WHERE id = ?", (team,))
league = db.execute("SELECT run FROM ladder l JOIN team t ON t.event = l.event WHERE t.id = ?", (team,)).fetchone()[0]
db.execute(numbers + "INSERT INTO run_entrant (run, number, team, submission, ranked)"
  " SELECT ?, 1000 + i, 1000 + i, active_submission, 1 FROM team, n WHERE id = ?", (league, team))
for table, moment, at in [("tally", "", ""), ("tally_change", "at_ms, ", "0, ")]:
  db.execute(numbers + f"INSERT INTO {table} (run, {moment}map, seats, ranks, games)"
    f" SELECT ?, {at}'crossing', (1000 + i) || ' ' || (1001 + i), '1 2', 3 FROM n WHERE i < 500", (league,))
db.commit()
`;

/** The longest time in ms for which the main thread did nothing else, while a page opens; the best of some tries. */
async function blocked(page: Page, address: string, ready: (page: Page) => Promise<void>): Promise<number> {
  const tries: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    await visit(page, "/");
    await page.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      const state = { longest: 0, last: performance.now(), on: true };
      port2.onmessage = () => {
        const now = performance.now();
        state.longest = Math.max(state.longest, now - state.last);
        state.last = now;
        if (state.on) port1.postMessage(0);
      };
      port1.postMessage(0);
      Object.assign(window, { blocked: state });
    });
    await visit(page, address);
    await ready(page);
    tries.push(
      await page.evaluate(() => {
        const { blocked: state } = window as unknown as { blocked: { longest: number; on: boolean } };
        state.on = false;
        return state.longest;
      }),
    );
  }
  return Math.min(...tries);
}

test("a list of 500 teams blocks the page hardly longer than an empty one", async ({ page }) => {
  const { id } = (await ada.get("/events/cup/my-team")).team;
  await contest.kill();
  const filled = spawnSync("python3", ["-c", FILL, contest.database(), String(id)], { encoding: "utf8" });
  expect(filled.stderr).toBe("");
  await contest.launch();
  await contest.enter(page, ada);
  const text = (wanted: string) => async (shown: Page) =>
    expect(shown.getByText(wanted, { exact: true }).first()).toBeVisible();
  const told: string[] = [];
  const compare = async (part: string, full: string, none: string): Promise<void> => {
    const empty = await blocked(page, `/events/empty${part}`, text(none));
    const long = await blocked(page, `/events/cup${part}`, text(full));
    told.push(`${part}: ${long.toFixed(0)} ms with 500 teams, ${empty.toFixed(0)} ms with none`);
    // A busy machine slows both down.
    expect(long, told.join("; ")).toBeLessThan(Math.max(100, 8 * empty));
  };
  await page.goto(contest.url);
  await compare("/scrimmages", "Copy 1", "solid (built-in)");
  await compare("/leaderboard", "Copy 1", "No ranked games yet");
  await contest.enter(page, contest.organiser);
  await page.goto(contest.url);
  await compare("/console?panel=teams", "Copy 1", "Ada alone");
  test.info().annotations.push({ type: "measured", description: told.join("; ") });
});
