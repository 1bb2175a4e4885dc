// People play: a match of every game to its end by mouse, one by keyboard alone, one by touch.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { devices, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./page";
import { run, type Served, scratch, serve } from "./programs.mjs";

/** The matches: a short map and a weak opponent where there is one. */
const MATCHES: Record<string, string[]> = {
  mars: ["human", "builtin:random", "--map", "crossing"],
  asterobots: ["human", "builtin:sample"],
  galaxy: ["human", "builtin:random"],
  timetravel: ["human", "builtin:nothing"],
  homerun: ["human", "builtin:nothing"],
};

type Place = [number, number];

/** The places on the board that can be chosen or aimed at. */
async function places(page: Page, which: "targets" | "subjects"): Promise<Place[]> {
  return page.getByTestId("board").evaluate((node, name) => {
    const board = node as unknown as Record<string, () => Place[]> & {
      toScreen(x: number, y: number): Place;
    };
    const box = (node as HTMLElement).getBoundingClientRect();
    return board[name]().map(([x, y]): Place => {
      const [left, top] = board.toScreen(x, y);
      return [box.left + left, box.top + top];
    });
  }, which);
}

/** Starts a match and returns its link and where its replay will be. */
async function begin(name: string, words: string[]): Promise<Served & { replay: string }> {
  const folder = scratch(`play-${name}`);
  const replay = join(folder, "match.agonreplay");
  const server = await serve(["play", ...words, "--replay", replay], folder);
  return { ...server, replay };
}

const phase = (page: Page) => page.getByTestId("phase");
const draft = (page: Page) => page.getByTestId("draft").locator("li");

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(phase(page)).toContainText("your turn");
  await expect.poll(() => places(page, "targets").then((all) => all.length)).toBeGreaterThanOrEqual(0);
}

/** Ends the turn and waits for the next one. */
async function endTurn(page: Page): Promise<void> {
  // The badge says "your turn" until the server has answered.
  const turn = (await phase(page).getAttribute("data-turn"))!;
  await page.getByTestId("end").click();
  await expect(phase(page)).not.toHaveAttribute("data-turn", turn);
  await expect(phase(page)).toContainText("your turn");
}

/** Passes to the end of the match, then checks the result and the replay. */
async function passToTheEnd(page: Page, replay: string): Promise<void> {
  await page.getByText("Pass until").click();
  await page.getByLabel("after", { exact: true }).uncheck();
  await page.getByLabel("an opponent comes into contact").uncheck();
  await page.getByLabel("I am attacked").uncheck();
  await page.getByTestId("pass").click();
  await expectOver(page, replay);
}

async function expectOver(page: Page, replay: string): Promise<void> {
  await expect(page.getByTestId("verdict")).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole("link", { name: "Watch the whole match" })).toBeVisible();
  expect(existsSync(replay)).toBe(true);
  expect(run("replay", "verify", replay)).toContain("verified");
}

/** Chooses something on the board and gives one of its orders, all by mouse. */
async function orderOnBoard(page: Page): Promise<void> {
  const chips = page.getByTestId("subjects").locator("button");
  if ((await chips.count()) > 0) {
    for (const place of await places(page, "subjects")) {
      await page.mouse.click(...place);
      await expect(page.getByTestId("subjects").locator('[aria-pressed="true"]')).toBeVisible();
      if ((await places(page, "targets")).length > 0) break;
    }
  }
  const before = await draft(page).count();
  const [target] = await places(page, "targets");
  // Some orders, such as building a robot, are aimed at nothing: they have buttons only.
  if (target) await page.mouse.click(...target);
  else await page.getByTestId("orders").getByRole("button").first().click();
  const there = page.getByTestId("there").locator("button");
  await expect(draft(page).nth(before).or(there.first())).toBeVisible();
  if ((await there.count()) > 0) {
    await there.first().click();
    const form = page.getByTestId("form");
    await expect(draft(page).nth(before).or(form)).toBeVisible();
    if (await form.isVisible()) await form.getByRole("button", { name: "Give the order" }).click();
  }
  await expect(draft(page)).toHaveCount(before + 1);
}

for (const [game, words] of Object.entries(MATCHES)) {
  test(`a person plays ${game} to the end by mouse`, async ({ page }) => {
    const match = await begin(game, [game, ...words]);
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await open(page, match.url);
    for (let turn = 0; turn < 3; turn++) {
      await orderOnBoard(page);
      await endTurn(page);
    }
    await passToTheEnd(page, match.replay);
    await page.getByRole("link", { name: "Watch the whole match" }).click();
    await expect(page.getByTestId("where")).toBeVisible();
    expect(faults).toEqual([]);
    await match.stop();
  });
}

test("orders are taken back, repeated by standing orders, and refused with the game's sentence", async ({
  page,
}) => {
  const match = await begin("orders", ["mars", "human", "builtin:nothing", "--map", "crossing"]);
  await open(page, match.url);
  await orderOnBoard(page);
  await page.getByTestId("undo").click();
  await expect(draft(page)).toHaveCount(0);
  await expect(page.getByTestId("undo")).toBeDisabled();
  await expectAccessible(page);
  // The link shows the seat's own part of the board only.
  const secret = match.url.split("/play/")[1];
  const state = await page.evaluate(
    (key) => fetch(`api/play/${key}`).then((answer) => answer.json()),
    secret,
  );
  expect(state.state.frame.board.tiles.join("")).toContain("#");
  expect(state.state.frame.board.teams[1].metal).toBeNull();
  const refused = await page.evaluate(
    ([key, turn]) =>
      fetch(`api/play/${key}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          seat: 0,
          turn: Number(turn),
          request: { order: { act: { robot: "robot_77" } } },
        }),
      }).then((answer) => answer.json()),
    [secret, state.state.turn],
  );
  expect(refused.refusal).toContain("robot_77");
  // A robot that is built in this turn repeats its first move in the next ones.
  await orderOnBoard(page);
  await endTurn(page);
  await page
    .getByTestId("subjects")
    .getByText(/^robot/)
    .first()
    .click();
  await page.getByLabel("repeat the next order in every turn").check();
  await page.getByTestId("orders").locator('[data-order="move"]').first().click();
  await expect(page.getByTestId("standing").locator("li")).toHaveCount(1);
  await endTurn(page);
  await expect(draft(page).or(page.locator(".notice")).first()).toBeVisible();
  await page.getByRole("button", { name: "Forget" }).click();
  await expect(page.getByTestId("standing")).toHaveCount(0);
  await match.stop();
});

test("a turn is ended while an order is under way", async ({ page }) => {
  const match = await begin("hasty", ["mars", "human", "builtin:nothing", "--map", "crossing"]);
  await open(page, match.url);
  await page.route("**/api/play/**", async (route) => {
    if (route.request().method() === "POST") await new Promise((wake) => setTimeout(wake, 500));
    await route.continue();
  });
  await page.mouse.click(...(await places(page, "subjects"))[0]);
  const order = page.waitForRequest((request) => request.method() === "POST");
  await page.getByTestId("orders").getByRole("button").first().click();
  await order;
  await endTurn(page);
  await match.stop();
});

test("the tutorial guides through ten turns", async ({ page }) => {
  const match = await begin("tutorial", ["mars", "--tutorial"]);
  await open(page, match.url);
  for (let turn = 1; turn <= 10; turn++) {
    const lesson = page.getByTestId("lesson");
    await expect(lesson.getByRole("heading")).toHaveText(new RegExp(`^${turn}\\. `));
    const orders = lesson.getByTestId("lesson-order");
    for (let i = 0; i < (await orders.count()); i++) {
      await orders.nth(i).click();
      await expect(draft(page)).toHaveCount(i + 1);
      await expect(orders.nth(i)).toBeDisabled();
    }
    await expect(page.getByTestId("refusal")).toHaveCount(0);
    await endTurn(page);
  }
  await expect(page.getByTestId("lesson")).toHaveCount(0);
  await match.stop();
});

test("two people share a device; the board is hidden between their turns", async ({ page }) => {
  const match = await begin("hot", ["mars", "human", "human", "--map", "crossing"]);
  await open(page, match.url);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("you are blue");
  await page.getByTestId("end").click();
  await expect(page.getByRole("dialog")).toContainText("red plays now");
  await expect(page.getByTestId("board")).toHaveCount(0);
  await page.getByRole("button", { name: "I am ready" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("you are red");
  await expect(page.getByTestId("board")).toBeVisible();
  await page.getByRole("button", { name: "Give up …" }).click();
  await page.getByRole("button", { name: "Give up", exact: true }).click();
  await expectOver(page, match.replay);
  await match.stop();
});

test("a person plays to the end by keyboard alone", async ({ page }) => {
  const match = await begin("keyboard", ["galaxy", "human", "builtin:random"]);
  await open(page, match.url);
  const tabTo = async (name: string | RegExp, role: "button" | "checkbox" | "group"): Promise<void> => {
    for (let i = 0; i < 120; i++) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      if (role === "group" && (await focused.evaluate((node) => node.tagName)) === "SUMMARY") return;
      if (role !== "group" && (await focused.and(page.getByRole(role, { name })).count()) > 0) return;
    }
    throw new Error(`the keyboard does not reach ${name}`);
  };
  for (let turn = 0; turn < 3; turn++) {
    while (
      !(await page.locator(":focus").evaluateAll((all) => all.some((node) => node.tagName === "CANVAS")))
    )
      await page.keyboard.press("Tab");
    await page.keyboard.press("t");
    await page.keyboard.press("Enter");
    const choice = page.getByTestId("there");
    await expect(draft(page).first().or(choice)).toBeVisible();
    if (await choice.isVisible()) {
      await tabTo(/^move/, "button");
      await page.keyboard.press("Enter");
    }
    await expect(draft(page)).toHaveCount(1);
    await tabTo(/End turn/, "button");
    const round = await phase(page).textContent();
    await page.keyboard.press("Enter");
    await expect(phase(page)).not.toHaveText(round ?? "");
    await expect(phase(page)).toContainText("your turn");
  }
  await tabTo("Pass until", "group");
  await page.keyboard.press("Enter");
  for (const name of ["after", "an opponent comes into contact", "I am attacked"]) {
    await tabTo(name, "checkbox");
    await page.keyboard.press("Space");
  }
  await tabTo("Pass", "button");
  await page.keyboard.press("Enter");
  await expectOver(page, match.replay);
  await match.stop();
});

/** Starts a match of Asterobots and selects veins until the first round begins. */
async function toTheMarket(page: Page, name: string): Promise<Served & { replay: string }> {
  const match = await begin(name, ["asterobots", "human", "builtin:sample", "builtin:sample"]);
  await open(page, match.url);
  const veins = page.getByRole("region", { name: "Free veins" });
  while (await veins.isVisible()) {
    await veins
      .getByRole("button", { name: /^Select/ })
      .first()
      .click();
    await expect(draft(page)).toHaveCount(1);
    await endTurn(page);
  }
  return match;
}

const marketOf = (page: Page) => page.getByRole("region", { name: /^Market: you have \d+ J/ });

test("asterobots: a person trades with the aliens and with players in tables", async ({ page }) => {
  const match = await toTheMarket(page, "market");
  await expectAccessible(page);
  // Nothing can be bought before the veins have yielded something to sell.
  await expect(marketOf(page).getByRole("button", { name: "Buy gas", exact: true })).toBeDisabled();
  await endTurn(page);
  const form = page.getByTestId("form");
  const give = form.getByRole("button", { name: "Give the order" });
  await marketOf(page)
    .getByRole("button", { name: /^Offer .* …/ })
    .first()
    .click();
  await give.click();
  await expect(draft(page)).toHaveText([/^offer (gas|stone|metal) 1 /]);
  const trades = page.getByRole("region", { name: "Offers and demands" });
  await expect(trades.getByRole("row").nth(1)).toContainText(/\s*you\s*offer/);
  await marketOf(page)
    .getByRole("button", { name: /^Sell .* …/ })
    .first()
    .click();
  // The page keeps the amount within what is there.
  await form.getByRole("spinbutton", { name: /^amount/ }).fill("99999");
  await give.click();
  await expect(draft(page).nth(1)).toHaveText(/^sell to alien (gas|stone|metal) \d+$/);
  await expect(marketOf(page)).not.toHaveAccessibleName("Market: you have 0 J");
  await expect(page.getByTestId("orders").locator('[data-order="buy from alien"]')).toHaveCount(0);
  await match.stop();
});

test("asterobots: a route is drawn on the board by mouse and by keyboard", async ({ page }) => {
  const match = await toTheMarket(page, "route");
  await page.getByTestId("subjects").getByRole("button").first().click();
  await page.getByTestId("orders").locator('[data-order="launch with path"]').first().click();
  const form = page.getByTestId("form");
  const path = form.locator(".path");
  const length = async (): Promise<number> => ((await path.textContent()) ?? "").split("→").length;
  const whole = await length();
  expect(whole).toBeGreaterThan(1);
  // The last place is the end of the path, the one before it lies on the path: it is cut off there.
  const marked = await places(page, "targets");
  await page.mouse.click(...marked[marked.length - whole]);
  await expect.poll(length).toBe(1);
  // The first places are the next steps.
  await page.mouse.click(...(await places(page, "targets"))[0]);
  await expect.poll(length).toBe(2);
  const byMouse = await path.textContent();
  // The keyboard: the first place that can be aimed at is the next step.
  await page.getByTestId("board").focus();
  await page.keyboard.press("t");
  await page.keyboard.press("Enter");
  await expect(path).not.toHaveText(byMouse ?? "");
  // A click on a vein leads the path there; only then the order is legal.
  await form.getByRole("combobox", { name: "shortest path to" }).selectOption({ index: 1 });
  await form.getByRole("button", { name: "Give the order" }).click();
  await expect(draft(page)).toHaveCount(1);
  await expect(draft(page).first()).toContainText("launch with path");
  await match.stop();
});

test.describe("on a phone", () => {
  const { viewport, isMobile, hasTouch, deviceScaleFactor } = devices["Pixel 7"];
  test.use({ viewport, isMobile, hasTouch, deviceScaleFactor });

  test("a person plays to the end by touch", async ({ page }) => {
    const match = await begin("touch", ["mars", "human", "builtin:nothing", "--map", "crossing"]);
    await open(page, match.url);
    const [subject] = await places(page, "subjects");
    await page.touchscreen.tap(...subject);
    await page.getByTestId("orders").locator('[data-order="spawn"]').first().tap();
    await expect(draft(page)).toHaveCount(1);
    await page.getByTestId("end").tap();
    await expect(draft(page)).toHaveCount(0);
    await expect(phase(page)).toContainText("your turn");
    await page
      .getByTestId("subjects")
      .getByText(/^robot/)
      .first()
      .tap();
    await page.evaluate(() => window.scrollTo(0, 0));
    const [target] = await places(page, "targets");
    await page.touchscreen.tap(...target);
    await expect(draft(page)).toHaveCount(1);
    await page.getByText("Pass until").tap();
    await page.getByLabel("after", { exact: true }).tap();
    await page.getByLabel("an opponent comes into contact").tap();
    await page.getByLabel("I am attacked").tap();
    await page.getByTestId("pass").tap();
    await expectOver(page, match.replay);
    await match.stop();
  });

  test("asterobots: the market and a route by touch", async ({ page }) => {
    const match = await toTheMarket(page, "touch-market");
    await endTurn(page);
    await marketOf(page)
      .getByRole("button", { name: /^Sell .* …/ })
      .first()
      .tap();
    await page.getByTestId("form").getByRole("button", { name: "Give the order" }).tap();
    await expect(draft(page)).toHaveText([/^sell to alien (gas|stone|metal) 1$/]);
    await page.getByTestId("subjects").getByRole("button").first().tap();
    await page.getByTestId("orders").locator('[data-order="launch with path"]').first().tap();
    const path = page.getByTestId("form").locator(".path");
    const before = await path.textContent();
    await page.getByTestId("board").scrollIntoViewIfNeeded();
    await page.touchscreen.tap(...(await places(page, "targets"))[0]);
    await expect(path).not.toHaveText(before ?? "");
    await match.stop();
  });
});
