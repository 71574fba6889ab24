/** Several tabs share a session: its end, its idle timeout, and the next session (specification 3, section 4). */
import type { Page } from "@playwright/test";
import { beginSession } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { first, logIn, setUp } from "./administrator.ts";

const LICENSE = "/system/server/license";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const timedOut = (page: Page) => page.getByRole("dialog", { name: /Session Timed Out/ });

test.beforeEach(async ({ page, request }) => {
  await setUp(request);
  await beginSession(page);
});

/** A second tab of the same browser. */
async function another(page: Page, path: string, name: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await expect(heading(tab, name)).toBeVisible();
  return tab;
}

test("signing out in one tab ends the others, and signing in restores their pages", SLOW, async ({ page }) => {
  await page.goto("/system");
  const other = await another(page, LICENSE, "License");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: `Sign Out (${first.username})` }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login\?/);
  await logIn(page);
  await expect(heading(page, "Welcome")).toBeVisible();
  await expect(heading(other, "License")).toBeVisible();
});

test("a click in one tab extends all; without activity all time out, and Login ends the session", async ({ page }) => {
  await page.context().clock.install();
  await page.goto("/system");
  await expect(heading(page, "System")).toBeVisible();
  const other = await another(page, LICENSE, "License");
  await page.context().clock.fastForward("20:00");
  const extended = page.waitForResponse(/extendSession/);
  await heading(page, "System").click();
  expect((await extended).status()).toBe(204);
  await page.context().clock.fastForward("29:00");
  await expect(heading(other, "License")).toBeVisible();
  await expect(timedOut(other)).toBeHidden();
  // Keys and pointer movements are not clicks.
  await other.keyboard.press("Tab");
  await other.mouse.move(200, 200);
  await page.context().clock.fastForward("01:01");
  for (const tab of [page, other]) {
    await expect(timedOut(tab)).toBeVisible();
    await expect(tab.getByText("Your session has timed out and you must login again to continue.")).toBeVisible();
  }
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(timedOut(page)).toBeVisible();
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await page.reload();
  await expect(page.getByLabel("Username")).toBeVisible();
});

test("a tab of an ended session continues in the browser's newer session without ending it", SLOW, async ({ page }) => {
  await page.goto(`${LICENSE}?tab=2`);
  await expect(heading(page, "License")).toBeVisible();
  const out = page.waitForRequest(/\/pf-admin-ui\/logout\?/);
  const atLogin = page.waitForEvent("framenavigated", (frame) => new URL(frame.url()).pathname === "/login");
  // Like another tab, in a browser whose tabs cannot exchange messages.
  await beginSession(page);
  const newer = await another(page, "/system", "System");
  // Each click extends the session; this one detects that it has ended, unless another call already has.
  await heading(page, "License").click();
  expect(new URL((await out).url()).searchParams.get("session")).toMatch(/^[0-9a-f]{20}$/);
  await atLogin;
  await expect(page).toHaveURL(new RegExp(`${LICENSE}\\?tab=2$`));
  await expect(heading(page, "License")).toBeVisible();
  await newer.reload();
  await expect(heading(newer, "System")).toBeVisible();
});
