/** The requests of the shell, its server status, and its reaction to refusals (specification 3, sections 4 and 8). */
import { readFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { frameOf } from "../frame/frames.ts";
import { setUp } from "../session/administrator.ts";
import { test } from "../system/licenses.ts";
import { beginSession, open, put } from "../system/signedIn.ts";
import { expect, SLOW } from "../test.ts";

const CLIENTS = "/applications/oauth/clients";
const HOSTS = "/system/server/virtual-hostnames";

const areas = (page: Page) => page.getByRole("navigation", { name: "Areas" });
const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });

test.beforeEach(async ({ request, licenses }) => {
  await setUp(request);
  await put(request, "/license", { fileData: readFileSync(licenses.good).toString("base64") });
});

test("the shell reserves its space while settings load", SLOW, async ({ page }) => {
  await beginSession(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/uiSettings", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByText("Loading").first()).toBeAttached();
  await expect(page.getByRole("button", { name: "Search" })).toBeDisabled();
  await expect(areas(page)).toHaveCount(0);
  release();
  await expect(areas(page).getByRole("link", { name: "System" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Search" })).toBeEnabled();
});

test("a change in the frame updates the status", SLOW, async ({ page, request, licenses }) => {
  await open(page, CLIENTS, "Clients");
  const frame = await frameOf(page);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  // The page's first request is answered first; the next one follows after five minutes.
  await page.waitForLoadState("networkidle");
  await put(request, "/license", { fileData: readFileSync(licenses.ending).toString("base64") });
  const extended = page.waitForRequest(/\/extendSession$/);
  const asked = ["activePassiveConsoleInfo", "internalDbWarnings", "activeAdministrators"].map((name) =>
    page.waitForRequest((call) => call.url().endsWith(`/${name}`)),
  );
  await frame.locator("body").click();
  await Promise.all([extended, ...asked]);
  await expect(bell(page)).toHaveAccessibleName("Notifications (1)");
  await expect(page.getByRole("region", { name: "Banners" }).getByText(/^The license expires on/)).toBeVisible();
});

test(
  "each click extends the session, in the page and in the frame, with one call at a time",
  SLOW,
  async ({ page }) => {
    await open(page, CLIENTS, "Clients");
    const frame = await frameOf(page);
    await page.waitForLoadState("networkidle");
    let calls = 0;
    page.on("request", (call) => {
      if (call.url().endsWith("/extendSession")) calls += 1;
    });
    const places = [page.getByRole("heading", { level: 1, name: "Clients" }), frame.locator("body")];
    for (const [index, place] of [...places, ...places, ...places].entries()) {
      const extended = page.waitForResponse(/\/extendSession$/);
      await place.click();
      expect((await extended).status()).toBe(204);
      expect(calls).toBe(index + 1);
    }
    // While one call is running the others wait, and the last of them is not lost.
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/extendSession", async (route) => {
      await held;
      await route.continue();
    });
    for (const place of [...places, ...places]) await place.click();
    expect(calls).toBe(7);
    const last = page.waitForResponse(async (answer) => answer.url().endsWith("/extendSession") && calls === 8);
    release();
    await last;
    await page.waitForLoadState("networkidle");
    expect(calls).toBe(8);
  },
);

test.describe("when the server was replaced", () => {
  test.use({ expectedProblems: [/status of 404/] });

  test("a page in the frame reloads an outdated navigation", SLOW, async ({ page }) => {
    await beginSession(page);
    // As if the console had been opened before a change of the server's title, and some of its files were removed.
    const before = async (route: Route) => {
      const settings = await (await route.fetch()).json();
      const gone = {
        id: "gone",
        label: "Gone",
        level: "LEAF",
        path: "/authentication/gone",
        react: false,
        children: [],
      };
      const navTree = [{ ...settings.navTree[0], children: [...settings.navTree[0].children, gone] }];
      await route.fulfill({ json: { ...settings, navTree, consoleTitle: "Before", digest: "before" } });
    };
    await page.route("**/uiSettings", before, { times: 1 });
    await page.goto("/authentication/policies/policy-contracts");
    await frameOf(page);
    await expect(page.getByRole("link", { name: "Hanse, home" })).toBeVisible();
    await expect(areas(page).getByRole("link", { name: "System" })).toBeVisible();
    await expect(page).toHaveURL(/policy-contracts$/);
    // If the page itself does not exist, the console opens the home page.
    await page.route("**/uiSettings", before, { times: 1 });
    await page.goto("/authentication/gone");
    await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
    await expect(areas(page).getByRole("link", { name: "System" })).toBeVisible();
  });
});

test.describe("when the settings are refused", () => {
  test.use({ expectedProblems: [/status of 500/] });

  test("their reload leads to log-out and log-in", SLOW, async ({ page }) => {
    await open(page, CLIENTS, "Clients");
    await frameOf(page);
    // This one answer is not the server's, which has no reason to refuse.
    await page.route("**/uiSettings", (route) => route.fulfill({ status: 500, json: { message: "Broken." } }));
    const out = page.waitForRequest(/\/pf-admin-ui\/logout\?/);
    const [, inner] = page.frames();
    await inner?.evaluate(() => window.parent.postMessage({ kind: "reloadNavigation" }, window.location.origin));
    await out;
    await expect(page).toHaveURL(new RegExp(`/login\\?target=${encodeURIComponent(CLIENTS)}$`));
  });
});

test("a message disappears after 5,000 ms", SLOW, async ({ page, request }) => {
  await put(request, "/virtualHostNames", { virtualHostNames: [] });
  await page.clock.install();
  await open(page, HOSTS, "Virtual Host Names");
  await page.getByRole("button", { name: /Add/ }).first().click();
  await page.getByRole("textbox").last().fill("message.example");
  // From here on, time does not pass automatically.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole("button", { name: "Save" }).click();
  const message = page.getByText("Settings saved.");
  // Code that runs after an answer uses timers as well: they get the short time they need.
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(message).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.clock.runFor(4_800);
  await expect(message).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(message).toHaveCount(0);
  await put(request, "/virtualHostNames", { virtualHostNames: [] });
});
