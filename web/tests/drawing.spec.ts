// Draws a map of every game: brushes, values, fill, every symmetry, starts. The map is checked, undone,
// downloaded, read again and played.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { run, type Served, scratch, serve } from "./programs.mjs";

let server: Served;
let folder: string;
test.beforeAll(async () => {
  folder = scratch("drawing");
  server = await serve(["watch"], folder);
});
test.afterAll(() => server.stop());

/** Uses the map maker by mouse and keyboard. */
class Maker {
  constructor(
    readonly page: Page,
    readonly game: string,
  ) {}

  get verdict() {
    return this.page.getByTestId("verdict");
  }

  async open(): Promise<void> {
    await this.page.goto(`${server.url}#/maps/${this.game}`);
    await expect(this.verdict).toContainText("✓");
    await this.page.getByTestId("empty").click();
    await expect(this.verdict).toContainText("✗");
  }

  /** Sets the size of the next empty map. */
  async size(columns: number, rows: number): Promise<void> {
    await this.page.getByLabel("columns", { exact: true }).fill(String(columns));
    await this.page.getByLabel("rows", { exact: true }).fill(String(rows));
  }

  async symmetry(...labels: string[]): Promise<void> {
    // A click that comes while the page draws the new map is tried again.
    for (const box of await this.page
      .locator("fieldset", { hasText: "Symmetry" })
      .getByRole("checkbox")
      .all())
      await expect(() => box.uncheck({ timeout: 2000 })).toPass();
    for (const label of labels) await this.page.getByLabel(label, { exact: true }).check();
  }

  async at(place: string): Promise<[number, number]> {
    const map = this.page.getByTestId("map");
    const box = (await map.boundingBox())!;
    const [x, y] = await map.evaluate(
      (node, name) => (node as unknown as { screenOf(name: string): [number, number] }).screenOf(name),
      place,
    );
    return [box.x + x, box.y + y];
  }

  /** Chooses a brush, sets its values, and draws: one click, or a stroke through several places. */
  async draw(brush: string, places: string[], values: Record<string, number> = {}): Promise<void> {
    await this.page.getByRole("button", { name: brush, exact: true }).click();
    for (const [name, value] of Object.entries(values))
      await this.page.getByLabel(name, { exact: true }).fill(String(value));
    const [first, ...others] = places;
    await this.page.mouse.move(...(await this.at(first)));
    await this.page.mouse.down();
    for (const place of others) await this.page.mouse.move(...(await this.at(place)));
    await this.page.mouse.up();
  }

  async under(place: string): Promise<string> {
    await this.page.mouse.move(...(await this.at(place)));
    return (await this.page.getByTestId("under").textContent()) ?? "";
  }

  /** Downloads the map, checks it with `agon maps GAME check`, and reads it again. */
  async keep(): Promise<void> {
    await expect(this.verdict).toContainText("✓");
    const download = this.page.waitForEvent("download");
    await this.page.getByRole("button", { name: "Download" }).click();
    const file = await download;
    const path = join(folder, `${this.game}-${file.suggestedFilename()}`);
    writeFileSync(path, readFileSync(await file.path()));
    // For a moment the page may show the verdict of the stroke before; the program checks the last one.
    const printed = run("maps", this.game, "check", path);
    expect(printed).toContain("ok;");
    const about = `✓ ${printed.slice(printed.indexOf("ok;") + 3).trim()}`;
    await expect(this.verdict).toHaveText(about);
    await this.page.getByTestId("empty").click();
    await expect(this.verdict).not.toHaveText(about);
    await this.page.getByTestId("map-file").setInputFiles(path);
    await expect(this.verdict).toHaveText(about);
  }

  /** Plays a match on the map to its end. */
  async play(): Promise<void> {
    await this.page.getByTestId("play-test").click();
    await expect(this.page.getByTestId("board")).toBeVisible();
    await expect(this.page.getByTestId("where")).not.toContainText(/live|loading/, { timeout: 60_000 });
    await this.page.locator("body").press("End");
    await expect(this.page.getByTestId("verdict")).toContainText(/wins|No winner/);
  }
}

const MIRRORS = [
  ["left-right", "horizontal"],
  ["top-bottom", "vertical"],
  ["half turn", "rotational"],
];

test("mars", async ({ page }) => {
  const maker = new Maker(page, "mars");
  await maker.open();
  await maker.size(24, 24);
  for (const [label, word] of MIRRORS) {
    await page.getByTestId("empty").click();
    await maker.symmetry(label);
    await maker.draw("blue's base", ["3,3"]);
    await maker.draw("deposit", ["6,8"], { metal: 17 });
    await maker.draw("rock", ["9,2", "9,7"]);
    await expect(maker.verdict).toContainText(`✓ 24 rows x 24 columns; symmetry ${word}`);
    await expect(maker.verdict).toContainText("12 rock, 2 deposits; bases: blue 1, red 1");
  }
  // The last is the half turn: owners have changed sides.
  expect(await maker.under("20,20")).toContain("red, level 5");
  expect(await maker.under("17,15")).toContain("deposit of 17");
  // Both mirrors at once make four of everything; filling takes the whole land.
  await maker.symmetry("left-right", "top-bottom");
  await maker.draw("rock", ["1,1"]);
  await expect(maker.verdict).toContainText("16 rock");
  await page.getByLabel("fill whole areas").check();
  await maker.draw("rock", ["0,0"]);
  await expect(maker.verdict).toContainText("✗");
  await page.getByTestId("undo").click();
  await expect(maker.verdict).toContainText("16 rock");
  await maker.keep();
  await maker.play();
});

test("homerun", async ({ page }) => {
  const maker = new Maker(page, "homerun");
  await page.goto(`${server.url}#/maps/homerun`);
  await expect(maker.verdict).toContainText("✓");
  await maker.size(30, 30);
  for (const [label, word] of MIRRORS) {
    await page.getByTestId("empty").click();
    await maker.symmetry(label);
    await maker.draw("A's headquarters", ["5,6"]);
    await maker.draw("water", ["1,12", "6,12"]);
    await maker.draw("base", ["8,8"]);
    await maker.draw("stadium", ["10,3"]);
    await expect(maker.verdict).toContainText(`✓ 30 columns x 30 rows; symmetry ${word}`);
    await expect(maker.verdict).toContainText("2 bases, 2 stadiums, 12 water; headquarters: A (5, 6)");
  }
  expect(await maker.under("24,23")).toContain("B's headquarters");
  await page.getByTestId("undo").click();
  await expect(maker.verdict).toContainText("2 bases, 0 stadiums");
  await page.getByTestId("redo").click();
  await expect(maker.verdict).toContainText("2 bases, 2 stadiums");
  await maker.keep();
  await maker.play();
});

test("timetravel", async ({ page }) => {
  const maker = new Maker(page, "timetravel");
  await page.goto(`${server.url}#/maps/timetravel`);
  await expect(maker.verdict).toContainText("✓");
  await page.getByTestId("empty").click();
  await maker.draw("first player's start", ["5,2,0"]);
  await maker.draw("portal to the next period (and back)", ["0,6,0"]);
  await maker.draw("portal to the next period (and back)", ["2,7,1"]);
  await maker.draw("rock", ["-6,5,1", "-3,5,1"]);
  await maker.draw("closed to steps", ["-6,8,2"]);
  await maker.draw("closed to buildings", ["-4,8,2"]);
  await expect(maker.verdict).toContainText("✓ starts at (5, 2)");
  await expect(maker.verdict).toContainText(
    "2 passages between far past and past, 2 between past and present",
  );
  expect(await maker.under("6,-5,1")).toContain("rock");
  expect(await maker.under("-2,-7,2")).toContain("portal to the period before");
  await page.getByTestId("undo").click();
  expect(await maker.under("-4,8,2")).toContain("free");
  await page.getByTestId("redo").click();
  expect(await maker.under("-4,8,2")).toContain("closed to buildings");
  await maker.keep();
  await maker.play();
});

test("asterobots", async ({ page }) => {
  const maker = new Maker(page, "asterobots");
  await maker.open();
  await maker.symmetry("third of a turn");
  await maker.draw("gas vein", ["60"], { robots: 33, "material per turn": 4, "robots per turn": 5 });
  await expect(page.getByTestId("verdict")).toContainText(/3|vein/);
  expect(await maker.under("60")).toContain("gas vein, 33 robots, 4 material and 5 robots per turn");
  await maker.symmetry("third of a turn", "half turn");
  await maker.draw("stone vein", ["150"]);
  await maker.draw("metal vein", ["230"]);
  await expect(maker.verdict).toContainText("15 veins: 3 gas, 6 stone, 6 metal");
  await maker.draw("no vein", ["150"]);
  await expect(maker.verdict).toContainText("9 veins");
  await page.getByTestId("undo").click();
  await expect(maker.verdict).toContainText("15 veins");
  await maker.keep();
  await maker.play();
});

test("galaxy", async ({ page }) => {
  const maker = new Maker(page, "galaxy");
  await maker.open();
  await maker.symmetry("half turn");
  await maker.draw("system", ["@6.00,6.00"], { generators: 2, maximum: 9, energy: 1, "capture cost": 6 });
  await maker.draw("system", ["@12.00,4.00"]);
  await maker.draw("wormhole (drag)", ["A", "C"], { cost: 7 });
  await maker.draw("wormhole (drag)", ["C", "A"]);
  await maker.draw("wormhole (drag)", ["A", "B"]);
  expect(await maker.under("B")).toContain("wormholes to D (7), A (7)");
  await expect(maker.verdict).toContainText("✓ 4 systems; 6 wormholes");
  await page.getByTestId("undo").click();
  await expect(maker.verdict).not.toContainText("6 wormholes");
  await page.getByTestId("redo").click();
  await maker.draw("move (drag)", ["A", "@4.00,10.50"]);
  await expect(maker.verdict).toContainText("✓ 4 systems; 6 wormholes");
  await maker.keep();
  await maker.play();
});
