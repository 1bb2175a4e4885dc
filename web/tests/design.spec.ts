// Photographs the parts of the design system in both themes, large and on a phone, and checks them.

import { expect, test } from "@playwright/test";
import { expectAccessible } from "./page";
import { type Served, scratch, serve } from "./programs.mjs";

let server: Served;
test.beforeAll(async () => {
  server = await serve(["watch"], scratch("design"));
});
test.afterAll(() => server.stop());

for (const [name, viewport] of [
  ["large", { width: 1280, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const) {
  test(`all parts in both themes, ${name}`, async ({ page }, info) => {
    await page.setViewportSize(viewport);
    await page.goto(`${server.url}#/design`);
    await page.evaluate(() => document.fonts.ready);
    // The font is part of the page.
    expect(await page.evaluate(() => document.fonts.check("14px Inter"))).toBe(true);
    for (const theme of ["dark", "light"]) {
      if (theme === "light") await page.getByRole("button", { name: "Light" }).click();
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath(`${theme}.png`), fullPage: true });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
    await page.getByTestId("ask").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
}
