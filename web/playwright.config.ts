// Tests in Debian's Chromium with a real agon program, which must have been built.
import { defineConfig } from "@playwright/test";
import { CHROMIUM } from "./tests/browser.mjs";

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A test that fails is repeated, because other programs may have held the processor; one that passes then is
  // listed as flaky. A fault of the page fails again.
  retries: 1,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 720 },
    colorScheme: "dark",
    launchOptions: CHROMIUM,
    // An element that never comes fails its test with the place in the code.
    actionTimeout: 30_000,
    trace: "off",
  },
});
