// Pictures of the contest's pages in both themes and both sizes; run by `cargo xtask screenshots`.
import { defineConfig } from "@playwright/test";
import { CHROMIUM } from "./tests/browser.mjs";

export default defineConfig({
  testDir: "tests/contest",
  testMatch: "pictures.ts",
  outputDir: "test-results/pictures",
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 1,
  reporter: [["list"]],
  use: { browserName: "chromium", launchOptions: CHROMIUM },
});
