// Takes a picture of every page of the contest, in both themes and both sizes, into web/test-results/pictures; with
// AGON_PICTURES=FOLDER into that folder. The best ones are part of the documentation.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { root } from "../programs.mjs";
import { fullSeason, type Season } from "./season";
import { expectFits } from "./server";

const folder = process.env.AGON_PICTURES ?? join(root, "web/test-results/contest");
const SIZES = { large: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

/** Opens a page in every theme and size, waits until it is complete, and takes the picture. */
async function take(
  page: Page,
  address: string,
  name: string,
  ready: (page: Page) => Promise<void>,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const theme of ["dark", "light"])
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await page.goto(`${address}${address.includes("?") ? "&" : "?"}theme=${theme}`);
      await ready(page);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({
        path: join(folder, `${name}-${size}-${theme}.png`),
        fullPage: size === "phone",
      });
      await expectFits(page);
    }
}

let found: Season;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  found = await fullSeason("pictures");
});
test.afterAll(() => found.contest.kill());

const heading = (name: string | RegExp) => async (page: Page) =>
  expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

test("pages of visitors", async ({ page }) => {
  const { url } = found.contest;
  await take(page, url, "home", heading("Events"));
  await take(page, `${url}/sign-up`, "sign-up", heading("Sign up"));
  await take(page, `${url}/sign-in`, "sign-in", heading("Sign in"));
  await take(page, `${url}/events/cup/raffles`, "raffle", async () =>
    expect(page.getByRole("region", { name: "Beat the champion" })).toBeVisible(),
  );
  await take(page, `${url}/events/cup/status`, "status", async () => {
    // A board is loaded when it is seen.
    await expect(page.locator("[data-drawn]").first()).toBeAttached();
    for (const board of await page.locator("[data-drawn]").all()) {
      await board.scrollIntoViewIfNeeded();
      await expect(board).toHaveAttribute("data-drawn", "true");
    }
    await page.evaluate(() => window.scrollTo(0, 0));
  });
  await take(page, `${url}/events/cup`, "event", async () => {
    await heading("Winter Cup 2026")(page);
    await expect(page.getByText("May a bot use numpy?")).toBeVisible();
  });
});

test("pages of a competitor", async ({ page }) => {
  const { contest, ada } = found;
  const { url } = contest;
  await contest.enter(page, ada);
  await take(page, `${url}/events/cup`, "event-member", async () => {
    await expect(page.getByLabel("Your next step")).toBeVisible();
    await expect(page.getByText("May a bot use numpy?")).toBeVisible();
  });
  await take(page, `${url}/events/cup/my-team`, "my-team", async () =>
    expect(page.getByTestId("reason")).toBeVisible(),
  );
  await take(page, `${url}/events/cup/upload`, "upload", async () =>
    expect(page.getByTestId("drop")).toBeVisible(),
  );
  await take(page, `${url}/events/cup/scrimmages`, "scrimmages", async () =>
    expect(page.getByRole("button", { name: /Bob/ })).toBeVisible(),
  );
  await take(page, `${url}/events/cup/matches`, "matches", async () =>
    expect(page.getByRole("row").nth(4)).toBeVisible(),
  );
  const matches = (await ada.get("/events/cup/matches?kind=scrimmage")).matches;
  await take(page, `${url}/matches/${matches[0].id}`, "match", async () =>
    expect(page.getByTestId("board")).toBeVisible(),
  );
  const mine = await ada.get("/events/cup/my-team");
  await take(page, `${url}/events/cup/teams/${mine.team.id}`, "team", async () =>
    expect(page.getByRole("heading", { name: "Last results" })).toBeVisible(),
  );
  await take(page, `${url}/account`, "account", heading("ada"));
});

test("pages of a tournament day", async ({ page }) => {
  const { contest } = found;
  const { url, organiser } = contest;
  await take(page, `${url}/events/cup/leaderboard`, "leaderboard", async () =>
    expect(page.getByRole("table", { name: "Leaderboard" })).toBeVisible(),
  );
  for (const panel of ["history", "pairs"])
    await take(page, `${url}/events/cup/leaderboard?panel=${panel}`, `leaderboard-${panel}`, async () => {
      await heading("Leaderboard")(page);
      await expect(page.getByText(/^Loading .* …$/)).toHaveCount(0);
    });
  const plan = { format: "double", games: 1 };
  const body = { title: "Grand final", kind: "tournament", plan, seed_from: "ladder", public: true };
  const run = (await organiser.post("/events/cup/runs", body)).id;
  await organiser.until(`/runs/${run}`, ({ state }) => state === "closed");
  await contest.enter(page, organiser);
  await take(page, `${url}/runs/${run}`, "tournament", async () =>
    expect(page.getByTestId("meeting").first()).toBeVisible(),
  );
  await take(page, `${url}/runs/${run}?panel=standings`, "standings", async () =>
    expect(page.getByRole("table", { name: /Standings/ })).toBeVisible(),
  );
  await take(page, `${url}/runs/${run}/show`, "show", async () =>
    expect(page.getByText("The first match")).toBeVisible(),
  );
  await take(page, `${url}/runs/${run}/print?sheet=certificates`, "print", async () =>
    expect(page.getByTestId("sheet").first()).toBeVisible(),
  );
});

test("pages of the organisers", async ({ page }) => {
  const { contest, ada } = found;
  const { url, organiser } = contest;
  await contest.enter(page, organiser);
  for (const panel of ["today", "queue", "failures", "teams", "people", "questions", "audit", "settings"])
    await take(page, `${url}/events/cup/console?panel=${panel}`, `console-${panel}`, async () => {
      await heading("Console")(page);
      await expect(page.getByRole("tab", { selected: true })).toBeVisible();
      await expect(page.getByText(/^Loading .* …$/)).toHaveCount(0);
    });
  const [version] = await ada.get("/events/cup/submissions");
  await take(page, `${url}/events/cup/submissions/${version.id}`, "source", async () =>
    expect(page.getByTestId("source")).toBeVisible(),
  );
  await take(page, `${url}/events/cup/grades`, "grades", heading("Grades"));
  const [result] = await organiser.get("/gradings/1/results");
  await take(page, `${url}/gradings/1?team=${result.team}`, "grading", async () =>
    expect(page.getByTestId("result")).toBeVisible(),
  );
  await take(page, `${url}/events/cup/tournaments`, "tournaments", heading("Tournaments"));
});
