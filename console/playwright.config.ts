import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "./e2e/browser.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Each worker starts a server of its own; two are as many as a small machine runs well.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    ignoreHTTPSErrors: true, // The server's certificate is made at its first start.
    trace: "retain-on-failure",
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: await findBrowser(), args: browserArguments() },
  },
});
