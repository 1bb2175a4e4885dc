// Takes the pictures of the README; run by `cargo xtask screenshots`.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { CHROMIUM } from "./browser.mjs";
import { shrink } from "./palette.mjs";
import { MATCHES, playAll, scratch, serve } from "./programs.mjs";

const folder = resolve(dirname(fileURLToPath(import.meta.url)), "../../docs/images");
mkdirSync(folder, { recursive: true });
const work = scratch("screenshots");
const replays = playAll(work);
const browser = await chromium.launch(CHROMIUM);
for (const game of process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(MATCHES)) {
  const server = await serve(
    ["watch", replays[game], ...(process.env.AGON_PAGE ? ["--port", "7788"] : [])],
    work,
  );
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "dark" });
  page.on("console", (message) => console.log(message.text()));
  page.on("pageerror", (error) => console.log(error.message));
  // $AGON_PAGE takes the pictures from the development server of `npm run dev`.
  await page.goto(
    process.env.AGON_PAGE ? server.url.replace(/^.*#/, `${process.env.AGON_PAGE}/#`) : server.url,
  );
  await page.getByTestId("board").waitFor();
  await page.waitForFunction(
    () => !document.querySelector('[data-testid="where"]')?.textContent?.match(/live|loading/),
  );
  const share = { mars: "5", asterobots: "4", galaxy: "6", timetravel: "6", homerun: "8" }[game];
  await page.keyboard.press(share);
  await page.waitForTimeout(600);
  const path = join(folder, `${game}.png`);
  const picture = shrink(await page.screenshot());
  writeFileSync(path, picture);
  console.log(`${path} ${Math.round(picture.length / 1000)} kB`);
  await page.close();
  await server.stop();
}
await browser.close();
process.exit(0);
