// Opens the replay of a game that was just made and looks whether the page shows it: `node new-game.mjs REPLAY`.
import { chromium } from "@playwright/test";
import { CHROMIUM } from "./browser.mjs";
import { scratch, serve } from "./programs.mjs";

const server = await serve(["watch", process.argv[2]], scratch("new-game"));
const browser = await chromium.launch(CHROMIUM);
const faults = [];
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => faults.push(`the page failed: ${error.message}`));
  page.on("console", (line) => line.type() === "error" && faults.push(`the page logged: ${line.text()}`));
  await page.goto(server.url);
  await page.locator("canvas").first().waitFor({ timeout: 20_000 });
  await page.keyboard.press("End");
  await page.getByText("Farmers").first().waitFor({ timeout: 20_000 });
} catch (error) {
  faults.push(String(error));
} finally {
  await browser.close();
  await server.stop();
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length ? 1 : 0;
