/**
 * The project's own `test`: a real server per worker, and a page that fails its test for anything that a browser
 * complains about: a violation of the Content-Security-Policy, an error in the console, an exception.
 */
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type RunningServer, removeServer, startServer } from "./server.ts";

interface TestFixtures {
  /** What a test expects the browser to complain about. */
  expectedProblems: RegExp[];
  /** Whether the guided tour has not been dismissed: then it starts by itself on the home page. */
  tourIsNew: boolean;
}

interface WorkerFixtures {
  /** A server on an empty data folder, shared by the tests of a worker: it starts before set-up. */
  server: RunningServer;
}

/** How a browser reports an answer that the console reads and handles: that is no defect. */
const HANDLED = /Failed to load resource: the server responded with a status of (401|409|422|429)/;

/** The cookie of somebody who has seen the guided tour. */
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
    // Violations in report-only mode, or of elements that are gone, reach no console.
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

export { expect };

/**
 * Fails with what axe finds on the page as it is now, contrast included. All frames are of one origin, so that axe can
 * look into them from the page by itself ("legacy mode"): that takes half as long as gathering what each of them has.
 */
export async function expectAccessible(page: Page): Promise<void> {
  let { violations, unseen } = await looked(page);
  // A frame whose page was replaced meanwhile has no axe any more: it is looked at again.
  for (let again = 0; unseen.length > 0 && again < 2; again += 1) ({ violations, unseen } = await looked(page));
  const found = [...violations, ...unseen];
  expect(found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual([]);
}

async function looked(page: Page) {
  const { violations, incomplete } = await new AxeBuilder({ page })
    .setLegacyMode()
    // A frame is asked whether axe is in it; on a busy machine the half second that is usual is no answer.
    .options({ resultTypes: ["violations"], pingWaitTime: 30_000 })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return { violations, unseen: incomplete.filter(({ id }) => id === "frame-tested") };
}

/** Tests with this tag run in `make test-all` only. */
export const SLOW = { tag: "@slow" };

/**
 * The four ways in which a screen is looked at: light and dark, wide and on a phone. `make test` takes the hardest, and
 * of screens that are made of what others are made of (`rest` is SLOW) none; light and wide is how all other tests see
 * a screen, and they ask axe too.
 */
export function looks(wide: number, rest: { tag?: string } = {}) {
  return [
    { theme: "light", width: wide, details: SLOW },
    { theme: "dark", width: wide, details: SLOW },
    { theme: "light", width: 390, details: SLOW },
    { theme: "dark", width: 390, details: rest },
  ] as const;
}

/**
 * Picks a row up by the space key, and waits until the page takes the next key: dnd-kit listens from the next turn of the
 * page's event loop on, and a busy browser may hand over a key before that.
 */
export async function pickUp(page: Page, handle: Locator): Promise<void> {
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(handle).toHaveAttribute("aria-pressed", "true");
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}
