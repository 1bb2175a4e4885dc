// Draws, checks, undoes, saves and plays maps.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { colours, expectAccessible, expectNoOverlap } from "./page";
import { MATCHES, run, type Served, scratch, serve } from "./programs.mjs";

let server: Served;
let folder: string;
test.beforeAll(async () => {
  folder = scratch("maps");
  server = await serve(["watch"], folder);
});
test.afterAll(() => server.stop());

for (const game of Object.keys(MATCHES)) {
  test(`${game}: from the generator to a match`, async ({ page }) => {
    await page.goto(`${server.url}#/maps/${game}`);
    const verdict = page.getByTestId("verdict");
    await expect(verdict).toContainText("✓");
    await page.getByTestId("generate").click();
    await expect(page.getByTestId("undo")).toBeEnabled();
    await expect(verdict).toContainText("✓");
    expect(await colours(page, "map")).toBeGreaterThan(4);
    await expectNoOverlap(page, ["header", "aside", '[data-testid="map"]', "footer"]);
    await expectAccessible(page);
    await page.getByTestId("save").click();
    await expect(page.getByTestId("message")).toContainText("Saved as");
    const path = (await page.getByTestId("message").textContent())!.replace(/^Saved as |\.$/g, "");
    expect(existsSync(join(folder, path))).toBe(true);
    expect(run("maps", game, "check", join(folder, path))).toContain("ok;");
    await page.getByTestId("play-test").click();
    await expect(page.getByTestId("board")).toBeVisible();
    await expect(page.getByTestId("where")).not.toContainText(/live|loading/);
    await page.locator("body").press("End");
    await expect(page.getByTestId("verdict")).toBeVisible();
  });
}

test("mars: strokes are mirrored, checked as by `agon maps mars check`, undone and redone", async ({
  page,
}) => {
  await page.goto(`${server.url}#/maps/mars`);
  const verdict = page.getByTestId("verdict");
  await expect(verdict).toContainText("16 rows x 16 columns");
  await page.getByTestId("own").selectOption("atoll");
  await expect(verdict).toContainText("24 rows x 24 columns");
  const land = /(\d+) rock/;
  const rocks = async (): Promise<number> => Number(land.exec((await verdict.textContent()) ?? "")?.[1]);
  const before = await rocks();
  await page.getByRole("button", { name: "rock" }).click();
  const map = page.getByTestId("map");
  const box = (await map.boundingBox())!;
  const cell = (Math.min(box.width, box.height) * 0.97) / 24;
  const at = (row: number, col: number): [number, number] => [
    box.x + box.width / 2 + (col - 11.5) * cell,
    box.y + box.height / 2 + (row - 11.5) * cell,
  ];
  // A stroke over six tiles and their images.
  await page.mouse.move(...at(0, 0));
  await page.mouse.down();
  await page.mouse.move(...at(0, 5), { steps: 24 });
  await page.mouse.up();
  await expect.poll(rocks).toBe(before + 12);
  // Without symmetry the map is no longer fair, and the game refuses it.
  await page.getByLabel("half turn").uncheck();
  await page.mouse.click(...at(0, 7));
  await expect(verdict).toContainText("✗");
  await expect(page.getByTestId("play-test")).toBeDisabled();
  await page.locator("body").press("Control+z");
  await expect.poll(rocks).toBe(before + 12);
  await page.getByTestId("undo").click();
  await expect.poll(rocks).toBe(before);
  await page.getByTestId("redo").click();
  await expect.poll(rocks).toBe(before + 12);
});

test("galaxy: systems are placed and joined; an incomplete map gets a reason", async ({ page }) => {
  await page.goto(`${server.url}#/maps/galaxy`);
  await expect(page.getByTestId("verdict")).toContainText("✓");
  await page.getByTestId("empty").click();
  await expect(page.getByTestId("verdict")).toContainText("✗");
  const box = (await page.getByTestId("map").boundingBox())!;
  const [left, right] = [0.3, 0.7].map((share): [number, number] => [
    box.x + box.width * share,
    box.y + box.height / 2,
  ]);
  await page.mouse.click(...left);
  await page.mouse.click(...right);
  await page.getByRole("button", { name: "wormhole (drag)", exact: true }).click();
  for (const [from, to] of [
    [left, right],
    [right, left],
  ]) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
  }
  await expect(page.getByTestId("verdict")).toContainText("✓");
  await page.mouse.move(...left);
  await expect(page.getByTestId("under")).toContainText("wormholes to B (3)");
});

test("a broken map file is refused with a reason", async ({ page }) => {
  await page.goto(`${server.url}#/maps/homerun`);
  await expect(page.getByTestId("verdict")).toContainText("✓");
  await page
    .getByTestId("map-file")
    .setInputFiles({ name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("nonsense") });
  await expect(page.getByTestId("message")).toContainText("not a Home Run map");
});
