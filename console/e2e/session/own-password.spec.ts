import { account } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { logIn, setUp } from "./administrator.ts";

test.beforeEach(({ request }) => setUp(request));

test("administrators change their own passwords, and an auditor does so too", SLOW, async ({ page, request }) => {
  const person = { username: `auditor-${Date.now()}`, password: "Before-12345" };
  await account(request, person, { auditor: true, roles: [] });
  await page.goto("/login");
  await logIn(page, person);

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Change Password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Password" });
  const current = dialog.getByRole("textbox", { name: "Current Password" });
  await expect(current).toBeFocused();
  await current.fill("Wrong-12345");
  await dialog.getByRole("textbox", { name: "New Password", exact: true }).fill("weak");
  await dialog.getByRole("textbox", { name: "Confirm New Password" }).fill("weak");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "New Password", exact: true })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "New Password", exact: true }).fill("Afterwards-12345");
  await dialog.getByRole("textbox", { name: "Confirm New Password" }).fill("Afterwards-12345");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The current password is incorrect.")).toBeVisible();
  await current.fill(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password was changed.")).toBeVisible();
  await expect(dialog).toBeHidden();

  // This session continues; the next one requires the new password.
  await page.reload();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: /^Sign Out/ }).click();
  await logIn(page, { ...person, password: "Afterwards-12345" });
  await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
});
