/** A console whose configuration database becomes unreachable and returns (specification 2, section 2). */

import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { type OwnPostgres, startOwnPostgres } from "../cluster.ts";
import { removeServer, startServer } from "../server.ts";
import { first, logIn, setUp } from "../session/administrator.ts";
import { open } from "../system/signedIn.ts";
import { test as base, expect, expectAccessible, SLOW } from "../test.ts";

const PATH = "/system/server/virtual-hostnames";
const TITLE = "Virtual Host Names";
const CANNOT_BE_REACHED = "The configuration database cannot be reached";

const test = base.extend<object, { database: OwnPostgres }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const database = await startOwnPostgres();
      await use(database);
      await database.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  server: [
    async ({ database }, use) => {
      const key = randomBytes(32).toString("base64");
      const server = await startServer({ HANSE_DATABASE: database.url, HANSE_MASTER_KEY: key });
      await use(server);
      await removeServer(server);
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

const banner = (page: Page) => page.getByRole("region", { name: "Banners" }).getByText(CANNOT_BE_REACHED);
const wholePage = (page: Page) => page.getByRole("heading", { level: 1, name: CANNOT_BE_REACHED });
const signOut = async (page: Page) => {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: `Sign Out (${first.username})` }).click();
};

// The browser logs every failed request.
test.use({ expectedProblems: [/status of 503/] });
test.describe.configure({ mode: "serial" });
test.beforeEach(async ({ request, database }) => {
  await database.start();
  await setUp(request);
});

test("a reloaded page shows the outage and returns by itself", async ({ page, database }) => {
  await open(page, PATH, TITLE);
  await database.kill();
  await page.reload();
  await expect(wholePage(page)).toBeVisible();
  await expectAccessible(page);
  await database.start();
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible({ timeout: 30_000 });
  expect(new URL(page.url()).pathname).toBe(PATH);
});

test("signing out still leads to the log-in page", SLOW, async ({ page, database }) => {
  await open(page, PATH, TITLE);
  await database.kill();
  await signOut(page);
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/login");
  // The browser has no session from here on, although the server could not end it.
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-hanse-session");
  await logIn(page);
  await expect(page.getByText(`${CANNOT_BE_REACHED}.`)).toBeVisible();
  await database.start();
  await expect(async () => {
    await logIn(page);
    await expect(page.getByRole("button", { name: "Account" })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
});

test(
  "the banner appears with the first refusal and disappears with the first success",
  SLOW,
  async ({ page, database }) => {
    await open(page, PATH, TITLE);
    await expect(banner(page)).toHaveCount(0);
    await database.kill();
    const refused = page.waitForResponse((answer) => answer.status() === 503);
    const areas = page.getByRole("navigation", { name: "Areas" });
    await areas.getByRole("link", { name: "Applications" }).click();
    await refused;
    await expect(banner(page)).toBeVisible({ timeout: 5000 });
    await expectAccessible(page);
    await database.start();
    // It is requested every five seconds.
    // Its place may stay empty until the next page.
    await expect(banner(page)).toBeHidden({ timeout: 30_000 });
    await page.goto(PATH);
    await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  },
);
