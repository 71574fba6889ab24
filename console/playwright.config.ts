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
  // What `make test` has no time for: `make test-all` sets SLOW.
  ...(process.env.SLOW ? { grep: /@slow/ } : { grepInvert: /@slow/ }),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    ignoreHTTPSErrors: true, // The server's certificate is made at its first start.
    // A trace copies the page at every step, which costs more than the tests; switch it on to look into a failure.
    trace: process.env.TRACE ? "on" : "off",
    screenshot: "only-on-failure",
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: await findBrowser(), args: browserArguments() },
  },
});
