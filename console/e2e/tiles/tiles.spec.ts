/** The four landing tile pages, compared with what the server offers to each user. */
import type { Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, auditor, choose, fits, open, userAdministrator } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";

const ALL = {
  "/authentication": "Authentication",
  "/applications": "Applications",
  "/security": "Security",
  "/system": "System",
} as const;
const WARNING = "Your account does not have crypto admin privileges.";

test.beforeEach(({ request }) => setUp(request));

const tiles = (page: Page) => page.getByRole("main").getByRole("listitem");

test("each area of the navigation leads to its page, and every tile to a screen", async ({ page }) => {
  await open(page, "/", "Welcome");
  const areas = page.getByRole("navigation", { name: "Areas" });
  await areas.getByRole("link", { name: "System", exact: true }).click();
  await expect(page).toHaveURL(/\/system$/);
  await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeFocused();
  await expect(areas.getByRole("button", { name: "System pages" })).toHaveAttribute("aria-expanded", "true");
  const names = await tiles(page).getByRole("link").allTextContents();
  expect(names).toContain("Virtual Host Names");
  for (const name of names) {
    await page.getByRole("main").getByRole("link", { name, exact: true }).click();
    await expect(page).not.toHaveURL(/\/system$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Page not found")).toBeHidden();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "System" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeVisible();
  }
});

test("an area can be expanded without opening it", SLOW, async ({ page }) => {
  await open(page, "/", "Welcome");
  const areas = page.getByRole("navigation", { name: "Areas" });
  await areas.getByRole("button", { name: "System pages" }).click();
  await expect(areas.getByRole("link", { name: "Virtual Host Names" })).toBeVisible();
  await areas.getByRole("button", { name: "System pages" }).click();
  await expect(areas.getByRole("link", { name: "Virtual Host Names" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
});

test(
  "a user administrator sees accounts and no configuration, and reads who can change that",
  SLOW,
  async ({ page, request }) => {
    await account(request, userAdministrator, { auditor: false, roles: ["USER_ADMINISTRATOR"] });
    await open(page, "/security", "Security", userAdministrator);
    await expect(page.getByText(WARNING)).toBeVisible();
    await expect(page.getByText("Your roles: user administrator.")).toBeVisible();
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto("/system");
    await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeVisible();
    await expect(tiles(page).getByRole("link")).toHaveText(["Administrative Accounts"]);
  },
);

test("an auditor gets no warning and sees the tiles", SLOW, async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, "/security", "Security", auditor);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expect(page.getByText(WARNING)).toHaveCount(0);
  await page.goto("/system");
  await expect(page.getByRole("link", { name: "Virtual Host Names" }).last()).toBeVisible();
});

for (const { theme, width, details } of looks(1440)) {
  test(`all four are accessible in ${theme} at ${width} pixels`, details, async ({ page }) => {
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, "/system", "System");
    for (const [path, name] of Object.entries(ALL)) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
      await expectAccessible(page);
      expect(await fits(page)).toBe(true);
    }
  });
}
