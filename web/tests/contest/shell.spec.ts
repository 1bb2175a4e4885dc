// The frame of the contest's pages: size, files, policy, signing in and out, the theme, a lost server.

import { expect, test } from "@playwright/test";
import { Contest, expectClean, expectFits, PASSWORD, watch } from "./server";

let contest: Contest;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  contest = await Contest.start("shell");
  await contest.event("cup");
});
test.afterAll(() => contest.kill());

test("the first page is small, and all of it comes from this server", async ({ page }) => {
  const faults = watch(page, () => contest.url);
  const files: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (pathname.startsWith("/api/") || protocol !== "http:") return;
    files.push(pathname);
    sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await page.goto(`${contest.url}/events/cup`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The cup");
  await page.waitForLoadState("load");
  await page.evaluate(() => document.fonts.ready);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => /Player/.test(file))).toEqual([]);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(150_000);
  expect(faults()).toEqual([]);
});

test("files are kept for ever, the page is not, and unknown addresses are answered as they should", async () => {
  const get = (path: string, headers = {}) => fetch(contest.url + path, { headers });
  const page = await get("/matches/12");
  expect(page.status).toBe(200);
  expect(page.headers.get("cache-control")).toBe("no-cache");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(page.headers.get("content-security-policy")).not.toContain("unsafe");
  const text = await page.text();
  expect(text).not.toMatch(/<script(?![^>]*src=)/);
  const script = /src="(\/assets\/[^"]+)"/.exec(text)![1];
  const file = await get(script);
  expect(file.headers.get("cache-control")).toContain("immutable");
  expect(file.headers.get("content-type")).toContain("text/javascript");
  expect((await get("/assets/unknown.js")).status).toBe(404);
  expect((await get("/api/v1/unknown")).status).toBe(404);
  // Programs that do not unpack get plain files.
  const plain = await get(script, { "accept-encoding": "identity" });
  expect(plain.headers.get("content-encoding")).toBeNull();
});

test("a person signs up, signs out, signs in; a wrong password is told", async ({ page }) => {
  await page.goto(`${contest.url}/sign-up?to=/events/cup`);
  await page.getByLabel("Login name").fill("ada");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Password").fill(PASSWORD);
  await expectClean(page);
  await page.getByRole("button", { name: "Make my account" }).click();
  await expect(page).toHaveURL(/\/events\/cup$/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Login name").fill("ada");
  await page.getByLabel("Password").fill("something else");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("Wrong login name or password.");
  await expect(page.getByLabel("Login name")).toHaveValue("ada");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Ada" }).click();
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
  await expectClean(page);
});

test("access tokens are made, listed with what they may do, and ended", async ({ page }) => {
  const ann = await contest.account("ann", "Ann");
  await ann.post("/me/tokens", { name: "build server", scopes: ["read"] });
  await contest.enter(page, ann);
  await page.goto(`${contest.url}/account`);
  const tokens = page.getByRole("region", { name: "Access tokens" });
  const lines = tokens.getByRole("listitem");
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText("may read; made just now; does not expire");
  await tokens.getByLabel("What it is for").fill("my laptop");
  await tokens.getByRole("button", { name: "Make a token" }).click();
  await expect(lines).toHaveCount(2);
  const laptop = lines.filter({ hasText: "my laptop" });
  await expect(laptop).toContainText(/may read, play; made .*; expires /);
  await expectClean(page);
  // The secret works until the token is ended.
  const authorization = `Bearer ${await tokens.getByTestId("token").textContent()}`;
  const ask = async (): Promise<number> =>
    (await fetch(`${contest.url}/api/v1/events/cup`, { headers: { authorization } })).status;
  expect(await ask()).toBe(200);
  await tokens.getByRole("button", { name: "End the token my laptop" }).click();
  await expect(page.getByText("The token “my laptop” has ended", { exact: false })).toBeVisible();
  await expect(lines).toHaveCount(1);
  await expect(tokens.getByTestId("token")).toBeHidden();
  expect(await ask()).toBe(401);
  await tokens.getByRole("button", { name: "End the token build server" }).click();
  await expect(lines).toHaveText(
    "You have no access token. agon login makes one, and so does the form below.",
  );
});

test("the first organiser's link works once, and says so", async ({ page }) => {
  await page.goto(`${contest.url}/#/first-organiser/spent`);
  await expect(page.getByText("This server has an organiser already")).toBeVisible();
});

test("narrow screens have a menu, both themes are readable", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(contest.url);
  await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();
  await expectFits(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Light" }).click();
  await expectClean(page);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "The cup" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The cup");
  await expectFits(page);
  for (const address of ["/nowhere", "/runs/abc"]) {
    await page.goto(contest.url + address);
    await expect(page.getByText("There is no such page")).toBeVisible();
  }
});

test("the page says that the server is lost, keeps what was typed, and goes on by itself", async ({
  page,
}) => {
  await page.goto(`${contest.url}/sign-in`);
  await page.getByLabel("Login name").fill("org");
  await page.getByLabel("Password").fill(PASSWORD);
  await contest.kill();
  await expect(page.getByTestId("connection")).toContainText("The server cannot be reached");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("cannot be reached");
  await contest.launch();
  await expect(page.getByTestId("connection")).toHaveText("");
  await expect(page.getByLabel("Password")).toHaveValue(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("link", { name: "Olga Organiser" })).toBeVisible();
});
