// Makes the pictures of the README: `cargo xtask screenshots`.
import { chromium } from "@playwright/test";
import { mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CHROMIUM } from "./browser.mjs";
import { MATCHES, playAll, scratch, serve } from "./programs.mjs";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../../docs/images");
mkdirSync(folder, { recursive: true });
const work = scratch("screenshots");
const replays = playAll(work);
const browser = await chromium.launch(CHROMIUM);
for (const game of process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(MATCHES)) {
  const server = await serve(["watch", replays[game]], work);
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "dark" });
  page.on("console", (message) => console.log(message.text()));
  page.on("pageerror", (error) => console.log(error.message));
  await page.goto(server.url);
  await page.getByTestId("board").waitFor();
  await page.waitForFunction(() => !document.querySelector('[data-testid="where"]')?.textContent?.includes("live"));
  const share = { mars: "5", asterobots: "4", galaxy: "6", timetravel: "6", homerun: "8" }[game];
  await page.keyboard.press(share);
  await page.waitForTimeout(600);
  const path = join(folder, `${game}.png`);
  await page.screenshot({ path });
  console.log(`${path} ${Math.round(statSync(path).size / 1000)} kB`);
  await page.close();
  server.stop();
}
await browser.close();
process.exit(0);
