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
  // `make test` runs for each screen its main task, its view for readers, and its most difficult layout;
  // `make test-all` sets SLOW for the rest.
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
