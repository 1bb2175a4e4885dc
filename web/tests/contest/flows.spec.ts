// Smaller ways through the pages: joining by a link, an invite code, a new password, an appeal, a rematch, comparing
// versions, a folder, tables as files, the raffle.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { agon, scratch } from "../programs.mjs";
import { Contest, expectClean, IDLE_BOT, PASSWORD, type Person } from "./server";

const work = scratch("flows");
let contest: Contest;
let ada: Person;
let bob: Person;
let bobTeam = 0;
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  contest = await Contest.start("flows");
  await contest.event("cup", "mars", { time_zone: "UTC" });
  ada = await contest.team("cup", "ada", "Ada Racing");
  bob = await contest.team("cup", "bob", "Bob's Builders");
  bobTeam = (await bob.get("/events/cup/my-team")).team.id;
  await Promise.all([ada.upload("cup", "bot.py", IDLE_BOT), bob.upload("cup", "bot.py", IDLE_BOT)]);
});
test.afterAll(() => contest.kill());

async function finished(person: Person, games: number): Promise<number> {
  const asked = await person.post("/events/cup/scrimmages", { opponents: [{ team: bobTeam }], games });
  const id = asked.scrimmage.match;
  await person.until(`/matches/${id}`, ({ state }) => state === "finished");
  return id;
}

test("a friend joins by the copied link, over signing up", async ({ page, browser }) => {
  await contest.enter(page, ada);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${contest.url}/events/cup/my-team`);
  await page.getByRole("button", { name: "Copy the join link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("/events/cup/join#");
  const friend = await (await browser.newContext()).newPage();
  await friend.goto(link);
  await expect(friend.getByRole("heading", { name: "Join a team" })).toBeVisible();
  await friend.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await friend.getByLabel("Login name").fill("grace");
  await friend.getByLabel("Your name").fill("Grace Hopper");
  await friend.getByLabel("Password").fill(PASSWORD);
  await friend.getByRole("button", { name: "Make my account" }).click();
  // The code came along.
  await friend.getByRole("button", { name: "Join", exact: true }).click();
  await expect(friend.getByRole("heading", { name: "Ada Racing" })).toBeVisible();
  await expect(friend.getByRole("region", { name: "Members" }).getByText("Grace Hopper")).toBeVisible();
  await expect(page.getByRole("region", { name: "Members" }).getByText("Grace Hopper")).toBeVisible();
  await friend.context().close();
});

test("an invite code makes one account", async ({ page }) => {
  const closed = await Contest.start("invite", 'sign_up = "invite"\n');
  const words = ["admin", "invite", "--count", "1", "--data", "data", "--config", "agon.toml"];
  const code = execFileSync(agon(), words, { cwd: closed.path("."), encoding: "utf8" })
    .trim()
    .split(/\s+/)[0];
  const fill = async (login: string): Promise<void> => {
    await page.goto(`${closed.url}/sign-up`);
    await page.getByLabel("Login name").fill(login);
    await page.getByLabel("Invite code").fill(code);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Make my account" }).click();
  };
  await fill("first");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await fill("second");
  await expect(page.getByRole("alert")).toContainText("was used before");
  await expect(page.getByLabel("Login name")).toHaveValue("second");
  await closed.kill();
});

test("a person with a forgotten password gets a link from the organisers, which works once", async ({
  page,
  browser,
}) => {
  await contest.enter(page, contest.organiser);
  await page.goto(`${contest.url}/events/cup/console?panel=people`);
  await page.getByLabel("Name of a person").fill("bob");
  await page.getByRole("button", { name: "New password for bob" }).click();
  const link = (await page.getByTestId("reset-link").textContent())!.trim();
  const person = await (await browser.newContext()).newPage();
  for (const [password, works] of [
    ["another secret", true],
    ["a third secret", false],
  ] as const) {
    await person.goto("about:blank");
    await person.goto(new URL(new URL(link).pathname + new URL(link).hash, contest.url).href);
    await person.getByRole("textbox", { name: "New password" }).fill(password);
    if (works) await expectClean(person);
    await person.getByRole("button", { name: "Set the password" }).click();
    if (works) await expect(person.getByRole("heading", { name: "Sign in" })).toBeVisible();
    else await expect(person.getByRole("alert")).toContainText(/link/);
  }
  await person.goto(`${contest.url}/sign-in`);
  await person.getByLabel("Login name").fill("bob");
  await person.getByLabel("Password").fill("another secret");
  await person.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(person.getByRole("button", { name: "Sign out" })).toBeVisible();
  await person.context().close();
  await bob.post("/sessions", { login: "bob", password: "another secret" });
});

test("a match is disputed, decided about, and played again with the same seed", async ({ page, browser }) => {
  const id = await finished(ada, 1);
  await contest.enter(page, ada);
  await page.goto(`${contest.url}/matches/${id}`);
  await page.getByRole("button", { name: "Dispute" }).click();
  await page.getByLabel("Your appeal").fill("Round 3: my tile was taken away.");
  await expectClean(page);
  await page.getByRole("button", { name: "Send to the organisers" }).click();
  await expect(page.getByTestId("notice")).toContainText("The organisers have your appeal");

  const desk = await (await browser.newContext()).newPage();
  await contest.enter(desk, contest.organiser);
  await desk.goto(`${contest.url}/events/cup/console?panel=questions`);
  await expect(desk.getByRole("link", { name: `match ${id}` })).toBeVisible();
  await desk.getByRole("button", { name: "Answer" }).click();
  await desk.getByLabel("Answer", { exact: true }).fill("The replay shows that it was never yours.");
  await desk.getByRole("button", { name: "Send the answer" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Event" }).click();
  await expect(page.getByText("The replay shows that it was never yours.")).toBeVisible();

  // On second thoughts the appeal is upheld and the result corrected: appeal and match say why.
  const ours = (await ada.get(`/matches/${id}`)).sides.findIndex(
    ({ name }: { name: string }) => name === "Ada Racing",
  );
  await desk.getByRole("button", { name: "Change the answer" }).click();
  await desk.getByLabel("Decision").selectOption("upheld");
  await desk.getByLabel("The match").selectOption("correct");
  for (const side of [0, 1]) {
    const rank = desk.getByLabel(/^Rank of/).nth(side);
    await rank.selectOption(side === ours ? "1" : "2");
  }
  await desk.getByLabel("Why").fill("The tile was yours.");
  const preview = desk.locator("p").filter({ hasText: "What will happen to match" });
  await expect(preview).toContainText("Ada Racing 1.");
  await expectClean(desk);
  await desk.getByRole("button", { name: "Send the answer" }).click();
  await expect(page.getByText("The result was corrected: Ada Racing has rank 1")).toBeVisible();
  await page.goto(`${contest.url}/matches/${id}`);
  await expect(page.getByTestId("correction")).toContainText(
    "Corrected by the organisers: The tile was yours.",
  );
  await expectClean(page);
  await desk.context().close();

  await page.goto(`${contest.url}/matches/${id}`);
  await page.getByRole("button", { name: "Rematch" }).click();
  await expect(page).toHaveURL(
    (url) => /^\/matches\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`),
  );
  const again = Number(/matches\/(\d+)/.exec(page.url())![1]);
  await ada.until(`/matches/${again}`, ({ state }) => state === "finished");
  await expect(page.getByTestId("match-state")).toHaveText("finished");
  const seeds = await Promise.all(
    [id, again].map(async (one) => (await ada.get(`/matches/${one}`)).games[0].seed),
  );
  expect(seeds[0]).toBe(seeds[1]);
});

test("a folder is handed in as it is, and two versions are compared", async ({ page }) => {
  const folder = join(work, "my bot");
  mkdirSync(join(folder, "parts"), { recursive: true });
  mkdirSync(join(folder, "__pycache__"));
  writeFileSync(join(folder, "bot.py"), "import agon\nfrom parts.play import play\n\nagon.run(play)\n");
  writeFileSync(join(folder, "parts/play.py"), "def play(turn):\n    pass\n");
  writeFileSync(join(folder, "__pycache__/bot.pyc"), "rubbish");
  await contest.organiser.put("/events/cup/ladder", { mode: "continuous", turns: 1 });
  await ada.until("/events/cup/matches?kind=ladder&state=finished", ({ matches }) => matches.length > 0);
  await contest.enter(page, ada);
  await page.goto(`${contest.url}/events/cup/upload`);
  await page.getByLabel("Choose a folder").setInputFiles(folder);
  await expect(page.getByTestId("drop")).toContainText("2 files");
  await page.getByRole("button", { name: "Hand in my-bot.tar" }).click();
  await expect(page.getByTestId("state")).toHaveText("valid", { timeout: 60_000 });
  const team = (await ada.get("/events/cup/my-team")).team.id;
  await ada.until(`/events/cup/teams/${team}/record`, ({ versions }) => versions["2"]?.games > 0);
  await contest.organiser.put("/events/cup/ladder", { mode: "off", turns: 1 });
  await page.getByRole("navigation").getByRole("link", { name: "My team" }).click();
  const compare = page.getByRole("region", { name: "Compare two versions" });
  await expect(compare.getByText("Share of wins with the 95 % interval", { exact: false })).toBeVisible();
  await expect(compare.getByRole("img")).toHaveCount(2);
});

test("a table is downloaded as it is shown", async ({ page }) => {
  await finished(ada, 1);
  await contest.enter(page, ada);
  await page.goto(`${contest.url}/events/cup/matches?kind=scrimmage`);
  await expect(page.getByRole("row").nth(1)).toContainText(/won|lost|drawn/);
  const get = async (kind: string): Promise<string> => {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: `Download Matches as ${kind}` }).click();
    return readFileSync(await (await coming).path(), "utf8");
  };
  const lines = (await get("CSV")).trim().split("\r\n");
  const rows = JSON.parse(await get("JSON"));
  expect(lines.length).toBe(rows.length + 1);
  expect(lines[0]).toContain("match");
  expect(lines[1]).toContain("Bob's Builders");
  expect(Object.keys(rows[0]).join(",")).toBe(lines[0]);
});

test("a raffle: a win is a ticket, staff draw, and a visitor's browser checks the draw", async ({
  page,
  browser,
}) => {
  const program = join(work, "house.py");
  writeFileSync(program, IDLE_BOT);
  // The starter bot plays, and so beats a bot that does nothing.
  const starter = await fetch(`${contest.url}/api/v1/events/cup/starters/python`);
  await ada.upload("cup", "starter.zip", new Uint8Array(await starter.arrayBuffer()));
  await contest.enter(page, contest.organiser);
  await page.goto(`${contest.url}/events/cup/raffles`);
  await page.getByRole("button", { name: "New raffle" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Beat the house");
  await dialog.getByLabel("Name of the bot").fill("The house");
  await dialog.getByLabel("Its program").setInputFiles(program);
  const closes = Date.now() + 25_000;
  await dialog.getByLabel("Closes").fill(new Date(closes).toISOString().slice(0, 19));
  await dialog.getByRole("button", { name: "Open the raffle" }).click();
  const panel = page.getByRole("region", { name: "Beat the house" });
  await expect(panel.getByText("open", { exact: true })).toBeVisible();
  type Bot = { id: number; name: string; can_play: boolean };
  const house = (bots: Bot[]) => bots.find(({ name, can_play }) => name === "The house" && can_play);
  const bots = await contest.organiser.until<Bot[]>("/events/cup/staff-bots", (all) => Boolean(house(all)));
  const asked = await ada.post("/events/cup/scrimmages", {
    opponents: [{ team: house(bots)!.id }],
    games: 1,
  });
  await ada.until(`/matches/${asked.scrimmage.match}`, ({ state }) => state === "finished");
  const mine: Page = await (await browser.newContext()).newPage();
  await contest.enter(mine, ada);
  await mine.goto(`${contest.url}/events/cup/raffles`);
  await expect(mine.getByTestId("my-tickets")).toContainText("Your tickets: 1");
  await page.getByRole("button", { name: "Draw the winners" }).click({ timeout: 60_000 });
  await expect(panel.getByRole("list", { name: "Winners" })).toContainText("Ada Racing");
  await mine.context().clearCookies();
  await mine.reload();
  await expect(mine.getByTestId("checked")).toBeVisible();
  await expectClean(mine);
  await mine.context().close();
});
