import { expect, expectAccessible, test } from "../test.ts";
import { first, logIn, setUp } from "./administrator.ts";

test.beforeEach(({ request }) => setUp(request));

test("without a session every path leads to the log-in page and back", async ({ page }) => {
  await page.goto("/nowhere/in-particular?tab=2");
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByLabel("Username")).toBeFocused();
  await expectAccessible(page);
  await logIn(page);
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await expect(page).toHaveURL(/\/nowhere\/in-particular\?tab=2$/);
});

test("a wrong password is refused with a general message", async ({ page }) => {
  await page.goto("/login");
  await logIn(page, { ...first, password: "wrong" });
  await expect(page.getByText("The username or password is incorrect.")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await expectAccessible(page);
});

test("a target of another host is not followed", async ({ page }) => {
  await page.goto("/login?target=//elsewhere.example/");
  await logIn(page);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
});

test("sign-out ends the session", async ({ page }) => {
  await page.goto("/login");
  await logIn(page);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: `Sign Out (${first.username})` }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/");
  await expect(page.getByLabel("Username")).toBeVisible();
});
