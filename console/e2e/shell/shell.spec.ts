import { logIn, setUp } from "../session/administrator.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";

test.beforeEach(async ({ page, request }) => {
  await setUp(request);
  await page.goto("/login");
  await logIn(page);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
});

test("every navigation link leads to a screen", async ({ page }) => {
  const links = page.getByRole("region", { name: "Shortcuts" }).getByRole("link");
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? "no address"));
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Page not found")).toBeHidden();
  }
});

test("the keyboard skips to the content", async ({ page }) => {
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("About shows the version and returns the focus", SLOW, async ({ page }) => {
  const help = page.getByRole("button", { name: "Help" });
  await help.click();
  await page.getByRole("menuitem", { name: "About" }).click();
  await expect(page.getByRole("dialog").getByText(/^\d+\.\d+\.\d+/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

for (const theme of ["Light", "Dark", "High contrast"]) {
  test(`the theme ${theme} is accessible and lasts`, SLOW, async ({ page }) => {
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitem", { name: theme }).click();
    await page.reload();
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expectAccessible(page);
    const dark = page.locator("html.pf-v6-theme-dark");
    await expect(dark).toHaveCount(theme === "Dark" ? 1 : 0);
  });
}

test("on a phone no page scrolls sideways", async ({ page }) => {
  const areas = page.getByRole("navigation", { name: "Areas" });
  // A missing element is hidden too, and a click is undone if the page has not yet noticed its new size.
  await expect(areas).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(areas).toBeHidden();
  await page.getByRole("button", { name: "Navigation" }).click();
  await expect(areas).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
