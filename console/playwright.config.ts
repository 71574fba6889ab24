import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "./e2e/browser.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Each worker starts its own server; more than two would overload a small machine.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A machine may stall for seconds. A test that passes only in its second run is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  // `make test` runs the main task of each screen, and each behavior that screens share on one of them. `make test-all`
  // sets SLOW for the rest: other layouts and languages, each screen's view for readers, and rare situations.
  ...(process.env.SLOW ? { grep: /@slow/ } : { grepInvert: /@slow/ }),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    ignoreHTTPSErrors: true, // The server creates its certificate at its first start.
    // A trace copies the page at every step, which takes longer than the tests; enable it to examine a failure.
    trace: process.env.TRACE ? "on" : "off",
    screenshot: "only-on-failure",
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: await findBrowser(), args: browserArguments() },
  },
});
