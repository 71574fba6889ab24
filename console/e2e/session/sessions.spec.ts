import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { logIn, setUp } from "./administrator.ts";

test.beforeEach(({ request }) => setUp(request));

test("a session on another device is shown and ended", SLOW, async ({ page, browser, baseURL }) => {
  const elsewhere = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: baseURL ?? "" });
  const other = await elsewhere.newPage();
  for (const one of [page, other]) {
    await one.goto("/login");
    await logIn(one);
    await expect(one.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  }

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sessions" }).click();
  const dialog = page.getByRole("dialog", { name: "Your sessions" });
  await expect(dialog.getByText("This session")).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: /^End the session from/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await dialog.getByRole("button", { name: "End all others" }).click();
  await expect(dialog.getByText("All your other sessions have ended.")).toBeFocused();
  await expect(dialog.getByRole("rowheader")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await other.reload();
  await expect(other.getByLabel("Username")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
  await elsewhere.close();
});
