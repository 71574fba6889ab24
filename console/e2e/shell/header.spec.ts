/** The masthead: search, the bell and About (specification 1, section 2; specification 3, sections 2.2 and 2.4). */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { frameOf } from "../frame/frames.ts";
import { setUp } from "../session/administrator.ts";
import { test } from "../system/licenses.ts";
import { account, auditor, beginSession, choose, fits, post, put, userAdministrator } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW } from "../test.ts";

const search = (page: Page) => page.getByRole("combobox", { name: "Search the console" });
const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });

test.beforeEach(async ({ page, request, licenses }) => {
  await setUp(request);
  await put(request, "/license", { fileData: readFileSync(licenses.good).toString("base64") });
  await beginSession(page);
});

for (const keys of ["Control+k", "Meta+k"]) {
  test(`search opens with ${keys} and needs no mouse`, keys === "Meta+k" ? SLOW : {}, async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Search" })).toBeEnabled();
    await page.keyboard.press(keys);
    await expect(search(page)).toBeFocused();
    await expect(page.getByRole("group", { name: "System" }).getByRole("option").first()).toHaveAccessibleName(
      "System",
    );
    await expectAccessible(page);
    await page.keyboard.type("host virt");
    await expect(page.getByRole("option")).toHaveText([/^Virtual Host Names/]);
    await expect(page.getByRole("option")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Virtual Host Names" })).toBeFocused();
    await page.keyboard.press(keys);
    await page.keyboard.press("Escape");
    await expect(search(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });
}

test("search opens from within a form of the server", SLOW, async ({ page }) => {
  await page.goto("/system/oauth-settings/authorization-server-settings");
  const frame = await frameOf(page);
  await frame.getByRole("textbox").first().focus();
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeFocused();
});

test("search finds and opens configured items after the pages", async ({ page, request }) => {
  const id = `search-${Date.now()}`;
  await post(request, "/oauth/issuers", { id, name: `Issuer of ${id}`, host: `${id}.example.com` });
  await page.goto("/");
  await page.getByRole("button", { name: "Search" }).click();
  await search(page).fill(id);
  const option = page.getByRole("group", { name: "Virtual Issuers" }).getByRole("option");
  await expect(option).toHaveText(`Issuer of ${id}${id}`);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(`Issuer of ${id}`);
});

test("search reports that nothing was found, and offers to clear the text", SLOW, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Search" }).click();
  await search(page).fill("zzz");
  await expect(
    page.getByText("Nothing that you have access to matches zzz by name, ID, area or address."),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(search(page)).toHaveValue("");
  await expect(search(page)).toBeFocused();
});

test("search finds only what the user may open", SLOW, async ({ page, request }) => {
  await account(request, userAdministrator, { auditor: false, roles: ["USER_ADMINISTRATOR"] });
  await beginSession(page, userAdministrator);
  await page.goto("/");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("option", { name: /^License/ })).toBeVisible();
  await search(page).fill("virtual host");
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("the bell is empty, then announces an expiring license with a link", async ({ page, request, licenses }) => {
  await page.goto("/");
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await bell(page).click();
  await expect(page.getByRole("menuitem", { name: "No new notifications" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await put(request, "/license", { fileData: readFileSync(licenses.ending).toString("base64") });
  // It is read again each time it is opened.
  await bell(page).click();
  await expect(bell(page)).toHaveAccessibleName("Notifications (1)");
  const item = page.getByRole("menuitem", { name: /^License warning/ });
  await expect(item).toContainText(/The license expires on \d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC\./);
  await expectAccessible(page);
  await item.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "License" })).toBeFocused();
});

test(
  "About shows the version, the license to those who may read it, the year, and FIPS mode only if it is on",
  SLOW,
  async ({ page, request }) => {
    await account(request, auditor, { auditor: true, roles: [] });
    await beginSession(page, auditor);
    await page.goto("/");
    const settings = page.waitForResponse(/uiSettings/);
    await page.reload();
    const { version, fipsmode } = await (await settings).json();
    await page.getByRole("button", { name: "Help", exact: true }).click();
    await page.getByRole("menuitem", { name: "About" }).click();
    const about = page.getByRole("dialog", { name: "Hanse" });
    await expect(about.getByText(version, { exact: true })).toBeVisible();
    await expect(about.getByText("FIPS Mode: Enabled")).toHaveCount(fipsmode ? 1 : 0);
    await expect(about.getByText(/^© 20\d\d The Hanse authors$/)).toBeVisible();
    await expectAccessible(page);
    await about.getByRole("link", { name: "View / Update License" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "License" })).toBeVisible();
  },
);

for (const { theme, width, details } of looks(1280)) {
  test(
    `search and bell are accessible and fit in ${theme} at ${width} pixels`,
    details,
    async ({ page, request, licenses }) => {
      const shot = async (name: string) => {
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${theme}.png` });
      };
      await put(request, "/license", { fileData: readFileSync(licenses.ending).toString("base64") });
      await choose(page, theme);
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/");
      await bell(page).click();
      await expect(page.getByRole("menuitem", { name: /^License warning/ })).toBeVisible();
      await expectAccessible(page);
      await shot("bell");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      // A click detects elements that cover the field.
      await search(page).click();
      await search(page).fill("s");
      await expect(page.getByRole("option").first()).toBeVisible();
      await expectAccessible(page);
      expect(await fits(page)).toBe(true);
      await shot("search");
    },
  );
}
