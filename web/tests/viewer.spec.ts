// Opens, plays, scrubs and inspects a replay of every game.
import { expect, test } from "@playwright/test";
import { colours, expectAccessible, expectNoOverlap, expectReadable, openFilm, shown } from "./page";
import { MATCHES, play, type Served, scratch, serve } from "./programs.mjs";

for (const game of Object.keys(MATCHES)) {
  test.describe(game, () => {
    let server: Served;
    test.beforeAll(async () => {
      const folder = scratch("viewer");
      server = await serve(["watch", play(folder, game)], folder);
    });
    test.afterAll(() => server.stop());

    test("is played, stepped and scrubbed", async ({ page }) => {
      await openFilm(page, server.url);
      await expect.poll(() => colours(page)).toBeGreaterThan(12);
      const scrubber = page.getByTestId("scrubber");
      const last = Number(await scrubber.getAttribute("max"));
      expect(last).toBeGreaterThan(50);
      // Playing advances by itself.
      await page.getByTestId("speed").selectOption("8");
      await page.getByTestId("play").click();
      await expect.poll(() => shown(page)).toBeGreaterThan(3);
      await page.getByTestId("play").click();
      const rest = await shown(page);
      // A turn may have parts: then several steps lead to the next one.
      const step = async (key: string, frame: number): Promise<void> => {
        await page.locator("body").press(key);
        expect(await shown(page)).toBe(frame);
      };
      await expect(() => step("ArrowRight", rest + 1)).toPass();
      await expect(() => step("ArrowLeft", rest)).toPass();
      // The preview names the frame that a click shows.
      const box = (await scrubber.boundingBox())!;
      const x = Math.round(box.width * 0.6);
      await scrubber.hover({ position: { x, y: box.height / 2 } });
      const preview = await page.getByTestId("preview").textContent();
      await scrubber.click({ position: { x, y: box.height / 2 } });
      await expect.poll(() => shown(page)).toBe(Number(preview!.split(" ")[0]));
      // The address opens the same frame.
      await expect.poll(() => page.url()).toContain(`at=${await shown(page)}`);
      const [url, frame] = [page.url(), await shown(page)];
      await page.goto("about:blank");
      await openFilm(page, url);
      expect(await shown(page)).toBe(frame);
      // The last frame shows the winner and the reason.
      await page.locator("body").press("End");
      await expect.poll(() => shown(page)).toBe(last);
      await expect(page.getByTestId("verdict")).toContainText(/wins|No winner/);
      await page.locator("body").press("5");
      await expect.poll(() => shown(page)).toBe(Math.round(last / 2));
      await expect(page.getByTestId("verdict")).toBeHidden();
    });

    test("shows what is pointed at, and orders", async ({ page }) => {
      await openFilm(page, `${server.url}?at=40`);
      const board = page.getByTestId("board");
      const box = (await board.boundingBox())!;
      // Searches a grid over the board for something to point at.
      let found = "";
      for (let i = 0; i < 400 && !found; i++) {
        const [x, y] = [
          box.width * (0.08 + 0.84 * ((i % 20) / 19)),
          box.height * (0.1 + 0.8 * (Math.floor(i / 20) / 19)),
        ];
        await board.hover({ position: { x, y } });
        if (await page.getByTestId("tip").isVisible()) {
          found = (await page.getByTestId("tip").locator("strong").textContent()) ?? "";
          await board.click({ position: { x, y } });
        }
      }
      expect(found).not.toBe("");
      const inspector = page.getByTestId("inspector");
      await expect(inspector).toContainText(found);
      await expect(inspector.locator("li").first()).toBeVisible();
      await inspector.getByRole("button", { name: "Close" }).click();
      await expect(page.getByTestId("table").first()).toBeVisible();
      await page.getByRole("tab", { name: "Orders and logs" }).click();
      await expect(page.getByTestId("orders")).toBeAttached();
      const scrubber = page.getByTestId("scrubber");
      const last = Number(await scrubber.getAttribute("max"));
      // Searches the match for a frame with orders.
      for (
        let frame = 1;
        frame <= last && !(await page.getByTestId("orders").locator("li").count());
        frame += 7
      ) {
        await scrubber.fill(String(frame));
      }
      await expect(page.getByTestId("orders").locator("li").first()).toContainText(/\w+/);
    });

    test("is laid out without overlap, dark and light, large and small", async ({ page }) => {
      await openFilm(page, `${server.url}?at=30`);
      for (const tenths of ["1", "5", "9"]) {
        await page.locator("body").press(tenths);
        await expectReadable(page);
      }
      const parts = ["header", '[data-testid="board"]', ".switches", "aside", "footer"];
      await expectNoOverlap(page, parts);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Light" }).click();
      await expectAccessible(page);
      expect(await colours(page)).toBeGreaterThan(12);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoOverlap(page, ["header", '[data-testid="board"]', ".switches", "aside"]);
      expect(await colours(page)).toBeGreaterThan(12);
    });
  });
}
