import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "./e2e/browser.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Each worker starts a server of its own; two are as many as a small machine runs well.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A machine that stalls for seconds must not refuse a change: what only a second run passes is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  // `make test` takes of each screen its main way, who may only look, and its hardest look; `make test-all` sets SLOW
  // for the rest.
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
