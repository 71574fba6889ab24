/**
 * The project's own `test`: a real server per worker, and a page that fails its test for every problem that a browser
 * reports: a violation of the Content-Security-Policy, an error in the console, an exception.
 */
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectContrast } from "./axe.ts";
import { type RunningServer, removeServer, startServer } from "./server.ts";

interface TestFixtures {
  /** The browser errors that a test expects. */
  expectedProblems: RegExp[];
  /** True if the guided tour was not dismissed: it then starts automatically on the home page. */
  tourIsNew: boolean;
}

interface WorkerFixtures {
  /** A server on an empty data folder, before its setup, shared by the tests of a worker. */
  server: RunningServer;
}

/** The browser's report of an error response that the console handles, which is not a defect. */
const HANDLED = /Failed to load resource: the server responded with a status of (401|409|422|429)/;

/** The cookie of a user who has dismissed the guided tour. */
export function tourDismissed(url = "") {
  return { name: "__Host-hanse-tour", value: "dismissed", url, secure: true };
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await removeServer(server);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.admin),
  expectedProblems: [[], { option: true }],
  tourIsNew: [false, { option: true }],
  context: async ({ context, baseURL, tourIsNew }, use) => {
    if (!tourIsNew) await context.addCookies([tourDismissed(baseURL)]);
    await use(context);
  },
  page: async ({ page, expectedProblems }, use) => {
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(`exception: ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`console: ${message.text()}`);
    });
    // Violations in report-only mode, or of removed elements, are not logged in the console.
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        // biome-ignore lint/suspicious/noConsole: this is how the page tells the test.
        console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`);
      });
    });
    await use(page);
    const allowed = [HANDLED, ...expectedProblems];
    expect(problems.filter((problem) => !allowed.some((one) => one.test(problem)))).toEqual([]);
  },
});

export { expect, expectAccessible };

/** The page is accessible in both color schemes, and does not scroll sideways on a phone. */
export async function expectFit(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectContrast(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: "light" });
}

/** Tests with this tag run in `make test-all` only. */
export const SLOW = { tag: "@slow" };

/**
 * The four ways to check a screen: light and dark, wide and on a phone. `make test` uses the hardest one on one screen
 * of the console and one of the frame, from whose parts the others are built; all other tests use light and wide, and
 * run axe too.
 */
export function looks(wide: number, hardest: { tag?: string } = SLOW) {
  return [
    { theme: "light", width: wide, details: SLOW },
    { theme: "dark", width: wide, details: SLOW },
    { theme: "light", width: 390, details: SLOW },
    { theme: "dark", width: 390, details: hardest },
  ] as const;
}

/**
 * Picks up a row with the space key, and waits until the page handles the next key: dnd-kit listens from the next turn
 * of the event loop on, and a busy browser may deliver a key earlier.
 */
export async function pickUp(page: Page, handle: Locator): Promise<void> {
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(handle).toHaveAttribute("aria-pressed", "true");
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}
