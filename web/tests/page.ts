// Actions and checks that several tests share.
import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { TextBox } from "../src/board/painter";

/** Opens a film and waits until it is complete. */
export async function openFilm(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByTestId("board")).toBeVisible();
  await expect(page.getByTestId("where")).not.toContainText(/live|loading/);
}

/** The number of the frame that is shown. */
export async function shown(page: Page): Promise<number> {
  return Number(await page.getByTestId("where").locator("b").textContent());
}

/** The number of different colours on the canvas; a blank canvas has one. */
export async function colours(page: Page, testId = "board"): Promise<number> {
  return page.getByTestId(testId).evaluate((node) => {
    const canvas = node as HTMLCanvasElement;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const found = new Set<number>();
    for (let i = 0; i < data.length; i += 4 * 7)
      found.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return found.size;
  });
}

/** The parts of the page do not overlap, and the page does not scroll sideways. */
export async function expectNoOverlap(page: Page, parts: string[]): Promise<void> {
  const boxes = await Promise.all(
    parts.map(async (part) => ({ part, box: await page.locator(part).first().boundingBox() })),
  );
  for (const { part, box } of boxes) {
    expect(box, `${part} is on the page`).not.toBeNull();
    expect(box!.width * box!.height, `${part} has an area`).toBeGreaterThan(100);
  }
  boxes.forEach((one, i) => {
    for (const other of boxes.slice(i + 1)) {
      const [a, b] = [one.box!, other.box!];
      const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
      expect(Math.min(width, height), `${one.part} over ${other.part}`).toBeLessThanOrEqual(1);
    }
  });
  // Charts adapt to a new window size after a moment.
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(excess, { message: "the page is not wider than the window" }).toBeLessThanOrEqual(0);
}

/** No texts of the static layer overlap. */
export async function expectReadable(page: Page): Promise<void> {
  const boxes = await page
    .getByTestId("board")
    .evaluate((node) => (node as unknown as { texts(): TextBox[] }).texts());
  const still = boxes.filter((box) => box.isStatic);
  const meet = (from: number, size: number, other: number, otherSize: number): number =>
    Math.min(from + size, other + otherSize) - Math.max(from, other);
  const over = still.flatMap((a, i) =>
    still
      .slice(i + 1)
      .filter((b) => meet(a.x, a.width, b.x, b.width) > 0.05 && meet(a.y, a.height, b.y, b.height) > 0.05)
      .map((b) => `"${a.text}" and "${b.text}" at (${b.x.toFixed(1)}, ${b.y.toFixed(1)})`),
  );
  expect(over).toEqual([]);
}

/** axe has no serious or critical findings; with `all` none of any impact. `rules` names those that are checked. */
export async function expectAccessible(
  page: Page,
  { all = false, rules }: { all?: boolean; rules?: string[] } = {},
): Promise<void> {
  // No page has frames, so axe does not need a second page that joins the results of frames.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const counted = violations.filter(({ impact }) => all || impact === "serious" || impact === "critical");
  const told = counted.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.html)
        .join(" | ")
        .slice(0, 400)}`,
  );
  expect(told).toEqual([]);
}

/** Drops a file onto the page. */
export async function dropFile(page: Page, path: string): Promise<void> {
  const bytes = readFileSync(path).toString("base64");
  const name = path.split("/").pop()!;
  const data = await page.evaluateHandle(
    ([text, called]) => {
      const transfer = new DataTransfer();
      const raw = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([raw], called));
      return transfer;
    },
    [bytes, name],
  );
  await page.dispatchEvent("main", "dragover", { dataTransfer: data });
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
}
