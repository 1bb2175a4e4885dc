// What holds on every page of the router, for those who read it, in both themes and on a screen and a phone: axe finds
// nothing, and the page does not scroll sideways.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import type { PageName } from "../../src/contest/router.svelte";
import { root } from "../programs.mjs";
import { fullSeason, type Season } from "./season";
import { Contest, expectFits } from "./server";

type Reader = "visitor" | "newcomer" | "member" | "organiser";
/** The addresses of every page, by reader. */
type Visits = Record<PageName, Partial<Record<Reader, string[]>>>;

const SIZES = { screen: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
const PANELS = ["today", "queue", "failures", "teams", "people", "questions", "audit", "settings"];

// One server for all tests.
test.describe.configure({ mode: "default" });
let found: Season;
let bare: Contest;
let visits: Visits;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  found = await fullSeason("pages");
  bare = await Contest.bare("pages-bare");
  const { ada, contest } = found;
  const { organiser } = contest;
  await contest.event("empty");
  const plan = { format: "single", games: 1 };
  const body = { title: "Final", kind: "tournament", plan, public: true };
  const run = (await organiser.post("/events/cup/runs", body)).id;
  await organiser.until(`/runs/${run}`, ({ state }) => state === "closed");
  const team = (await ada.get("/events/cup/my-team")).team.id;
  const match = (await ada.get("/events/cup/matches?kind=scrimmage")).matches[0].id;
  const ranked = (await ada.get("/events/cup/matches?kind=ladder&state=finished")).matches[0].id;
  const versions = await ada.get("/events/cup/submissions");
  const [result] = await organiser.get("/gradings/1/results");
  const cup = (part: string): string[] => [`/events/cup${part}`];
  const board = ["", "?panel=history", "?panel=pairs"].flatMap((panel) => cup(`/leaderboard${panel}`));
  visits = {
    home: { visitor: ["/"], organiser: ["/"] },
    signIn: { visitor: ["/sign-in"] },
    signUp: { visitor: ["/sign-up"] },
    // A server that has an organiser already says so.
    firstOrganiser: { visitor: ["/first-organiser/used"] },
    reset: { visitor: ["/reset/secret"] },
    account: { member: ["/account"], organiser: ["/account"] },
    event: { visitor: cup(""), member: cup(""), organiser: ["/events/empty", ...cup("")] },
    join: { visitor: cup("/join"), newcomer: cup("/join"), member: cup("/join") },
    myTeam: { member: cup("/my-team") },
    upload: { member: cup("/upload") },
    scrimmages: { member: cup("/scrimmages") },
    matches: { visitor: ["/events/empty/matches"], member: cup("/matches") },
    team: { visitor: cup(`/teams/${team}`) },
    leaderboard: { visitor: ["/events/empty/leaderboard", ...board] },
    runs: { visitor: cup("/tournaments"), organiser: cup("/tournaments") },
    run: {
      visitor: [`/runs/${run}`],
      organiser: ["standings", "rounds", "decisions"].map((panel) => `/runs/${run}?panel=${panel}`),
    },
    show: { organiser: [`/runs/${run}/show`] },
    print: {
      organiser: ["pairings", "standings", "certificates"].map(
        (sheet) => `/runs/${run}/print?sheet=${sheet}`,
      ),
    },
    grades: { visitor: cup("/grades"), member: cup("/grades"), organiser: cup("/grades") },
    grading: { organiser: [`/gradings/1?team=${result.team}`] },
    status: { visitor: cup("/status") },
    raffles: { visitor: cup("/raffles"), member: cup("/raffles"), organiser: cup("/raffles") },
    source: {
      member: cup(`/submissions/${versions.at(-1).id}`),
      organiser: cup(`/submissions/${versions[0].id}`),
    },
    console: { organiser: PANELS.flatMap((panel) => cup(`/console?panel=${panel}`)) },
    // Visitors cannot see a scrimmage.
    match: { visitor: [`/matches/${ranked}`, `/matches/${match}`], member: [`/matches/${match}`] },
  };
});
test.afterAll(() => Promise.all([found?.contest.kill(), bare?.kill()]));

/** Opens an address within the page, which is faster than loading it. */
async function visit(page: Page, name: PageName, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
  await expect(page.locator("main")).toHaveAttribute("data-page", name);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.getByText(/^Loading .* …$/)).toHaveCount(0);
}

/** The rules whose verdict depends on colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** The findings of axe on what is shown. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const asked = rules ? axe.withRules(rules) : axe.options({ rules: { "target-size": { enabled: true } } });
  const { violations } = await asked.analyze();
  const told = (nodes: { html: string }[]): string => nodes.map(({ html }) => html.slice(0, 200)).join(" | ");
  return violations.map(({ id, nodes }) => `${id}: ${told(nodes).slice(0, 600)}`);
}

/** Looks at what is shown in both themes and sizes. */
async function look(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const examine = async (size: keyof typeof SIZES, colorScheme: "dark" | "light", rules?: string[]) => {
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveCSS("color-scheme", colorScheme);
    const found = await findings(page, rules);
    faults.push(...found.map((fault) => `${size}, ${colorScheme}: ${fault}`));
  };
  // A theme is a set of colours, so the other rules cannot differ between themes.
  await examine("screen", "dark");
  await examine("screen", "light", COLOURS);
  await examine("phone", "light");
  await expectFits(page).catch(({ message }: Error) => faults.push(`phone: ${message}`));
  await examine("phone", "dark", COLOURS);
  // Rows of tabs scroll: the chosen one is in sight.
  for (const tab of await page.locator('[role="tab"][aria-selected="true"]').all()) {
    const box = await tab.boundingBox();
    if (box && (box.x < 0 || box.x + box.width > SIZES.phone.width))
      faults.push(`phone: the tab ${await tab.textContent()} is out of sight`);
  }
  // In a match, a player's sign, name and score are in one line.
  for (const seat of await page.locator(".seats li").all())
    if ((await seat.boundingBox())!.height > 30) faults.push("phone: a player is in several lines");
  return faults;
}

test("every page of the router is visited", () => {
  const router = readFileSync(join(root, "web/src/contest/router.svelte.ts"), "utf8");
  const names = [...router.matchAll(/^ {2}(\w+): page\("/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(Object.keys(visits)).toEqual(names);
});

for (const reader of ["visitor", "newcomer", "member", "organiser"] as const)
  test(`axe finds nothing on any page for the ${reader}, in both themes and sizes`, async ({ page }) => {
    test.setTimeout(420_000);
    const { contest, ada } = found;
    if (reader === "newcomer") await contest.enter(page, await contest.account("newcomer"));
    if (reader === "member") await contest.enter(page, ada);
    if (reader === "organiser") await contest.enter(page, contest.organiser);
    await page.goto(contest.url);
    // All pages are looked at before the test fails.
    const faults: string[] = [];
    for (const [name, readers] of Object.entries(visits))
      for (const address of readers[reader] ?? [])
        try {
          await visit(page, name as PageName, address);
          faults.push(...(await look(page)).map((fault) => `${address}, ${fault}`));
        } catch (error) {
          faults.push(`${address}: ${error}`);
        }
    expect(faults).toEqual([]);
  });

test("axe finds nothing on the pages that have no place in the router's list", async ({ page }) => {
  // The form for the first organiser, of a server that has none.
  await page.goto(`${bare.url}/#/first-organiser/${await bare.token()}`);
  await expect(page.getByLabel("Password")).toBeVisible();
  expect(await look(page)).toEqual([]);
  await page.goto(`${found.contest.url}/nowhere`);
  await expect(page.getByText("There is no such page")).toBeVisible();
  expect(await look(page)).toEqual([]);
});
