// The map maker's edges: each test is a defect that was found by using it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { dropFile } from "./page";
import { root, type Served, scratch, serve } from "./programs.mjs";

let server: Served;
let folder: string;
test.beforeAll(async () => {
  folder = scratch("maker");
  server = await serve(["watch"], folder);
});
test.afterAll(() => server.stop());

async function openMaker(page: Page, game = "mars"): Promise<void> {
  await page.goto(`${server.url}#/maps/${game}`);
  await expect(page.getByTestId("verdict")).toContainText("✓");
}

/** Where a place of the map is on the page. */
async function at(page: Page, place: string): Promise<[number, number]> {
  const map = page.getByTestId("map");
  const box = (await map.boundingBox())!;
  const [x, y] = await map.evaluate(
    (node, name) => (node as unknown as { screenOf(name: string): [number, number] }).screenOf(name),
    place,
  );
  return [box.x + x, box.y + y];
}

async function paint(page: Page, brush: string, place: string): Promise<void> {
  await page.getByRole("button", { name: brush, exact: true }).click();
  await page.mouse.click(...(await at(page, place)));
}

test("leaving with changes asks; staying keeps them, leaving leaves", async ({ page }) => {
  await openMaker(page);
  await page.getByRole("link", { name: "Galaxy" }).click();
  await expect(page.getByTestId("verdict")).toContainText("systems");
  await page.goto(`${server.url}#/maps/mars`);
  await expect(page.getByTestId("verdict")).toContainText("✓ 16 rows");
  await paint(page, "rock", "3,3");
  await page.getByRole("link", { name: "Galaxy" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay" }).click();
  expect(page.url()).toContain("#/maps/mars");
  await page.mouse.move(...(await at(page, "3,3")));
  await expect(page.getByTestId("under")).toContainText("rock");
  // Saved changes are not lost.
  await page.getByTestId("save").click();
  await expect(page.getByTestId("message")).toContainText("Saved as");
  await page.getByRole("link", { name: "Galaxy" }).click();
  await expect(page.getByTestId("verdict")).toContainText("systems");
  await page.goto(`${server.url}#/maps/mars`);
  await expect(page.getByTestId("verdict")).toContainText("✓ 16 rows");
  await paint(page, "rock", "3,3");
  await page.getByRole("link", { name: "Galaxy" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByTestId("verdict")).toContainText("systems");
});

test("saving over another map asks first", async ({ page }) => {
  const file = join(folder, "maps/again.awap23m");
  await openMaker(page);
  await page.getByLabel("name", { exact: true }).fill("again");
  await page.getByTestId("save").click();
  await expect(page.getByTestId("message")).toContainText("Saved as");
  const first = readFileSync(file, "utf8");
  // The same map is saved again without a question.
  await page.getByTestId("save").click();
  await expect(page.getByTestId("message")).toContainText("Saved as");
  await paint(page, "rock", "3,3");
  await expect(page.getByTestId("verdict")).toContainText("✓");
  await page.getByTestId("save").click();
  const question = page.getByRole("dialog", { name: "Replace the file?" });
  await expect(question).toContainText("exists");
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(readFileSync(file, "utf8")).toBe(first);
  await page.getByTestId("save").click();
  await page.getByTestId("replace").click();
  await expect(page.getByTestId("message")).toContainText("Saved as");
  expect(readFileSync(file, "utf8")).not.toBe(first);
});

test("the places that a fault names are marked on the map", async ({ page }) => {
  await openMaker(page);
  const map = page.getByTestId("map");
  await expect(map).toHaveAttribute("data-faulty", "");
  await page.getByRole("group", { name: "Symmetry" }).getByRole("checkbox", { checked: true }).uncheck();
  await paint(page, "rock", "3,3");
  await expect(page.getByTestId("verdict")).toContainText("✗");
  const sentence = (await page.getByTestId("verdict").textContent())!;
  const named = [...sentence.matchAll(/row (\d+), column (\d+)/g)].map(([, row, col]) => `${col},${row}`);
  expect(named).toContain("3,3");
  await expect(map).toHaveAttribute("data-faulty", [...new Set(named)].join(" "));
  await page.getByTestId("undo").click();
  await expect(map).toHaveAttribute("data-faulty", "");
});

test("closing the page with changes asks", async ({ page }) => {
  await openMaker(page);
  await paint(page, "rock", "3,3");
  let asked = false;
  page.on("dialog", (dialog) => {
    asked = dialog.type() === "beforeunload";
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toBe(true);
});

test("a map is dropped onto the map maker", async ({ page }) => {
  await openMaker(page);
  await dropFile(page, join(root, "games/mars/maps/atoll.awap23m"));
  await expect(page.getByTestId("verdict")).toContainText("24 rows x 24 columns");
  await expect(page.getByLabel("name", { exact: true })).toHaveValue("atoll");
});

test("the size fields show the map's size; resizing keeps its content and can be undone", async ({
  page,
}) => {
  await openMaker(page);
  const [rows, columns] = [page.getByLabel("rows"), page.getByLabel("columns")];
  await expect(rows).toHaveValue("16");
  await expect(columns).toHaveValue("16");
  const verdict = page.getByTestId("verdict");
  const content = /\d+ rock, .*/.exec((await verdict.textContent())!)![0];
  await rows.fill("20");
  await columns.fill("18");
  await page.getByTestId("resize").click();
  await expect(verdict).toContainText("20 rows x 18 columns");
  await expect(verdict).toContainText(content.trim());
  await page.getByTestId("undo").click();
  await expect(verdict).toContainText("16 rows x 16 columns");
  await expect(rows).toHaveValue("16");
});

test("another map does not lose the one before", async ({ page }) => {
  await openMaker(page);
  await paint(page, "rock", "3,3");
  await page.getByTestId("empty").click();
  await expect(page.getByTestId("verdict")).toContainText("✗");
  await page.getByTestId("undo").click();
  await page.mouse.move(...(await at(page, "3,3")));
  await expect(page.getByTestId("under")).toContainText("rock");
});

test("a long verdict does not move the map", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await openMaker(page);
  const before = await page.getByTestId("map").boundingBox();
  await page.getByTestId("empty").click();
  await expect(page.getByTestId("verdict")).toContainText("✗");
  expect(await page.getByTestId("map").boundingBox()).toEqual(before);
});

test("the brush is taken from the map, and the map is zoomed", async ({ page }) => {
  await openMaker(page);
  await page.getByRole("button", { name: "deposit", exact: true }).click();
  await page.getByLabel("metal").fill("17");
  await page.mouse.click(...(await at(page, "5,5")));
  await page.getByLabel("metal").fill("9");
  await page.getByRole("button", { name: "rock", exact: true }).click();
  await page.getByTestId("pick").click();
  await page.mouse.click(...(await at(page, "5,5")));
  await expect(page.getByRole("button", { name: "deposit", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.getByLabel("metal")).toHaveValue("17");
  const apart = async (): Promise<number> => (await at(page, "6,5"))[0] - (await at(page, "5,5"))[0];
  const before = await apart();
  await page.getByRole("button", { name: "Zoom in" }).click();
  expect(await apart()).toBeGreaterThan(before * 1.3);
  // A magnified map is painted where the pointer is.
  await page.getByRole("button", { name: "rock", exact: true }).click();
  await page.mouse.click(...(await at(page, "7,8")));
  await page.mouse.move(...(await at(page, "7,8")));
  await expect(page.getByTestId("under")).toContainText("row 8, column 7: rock");
});
