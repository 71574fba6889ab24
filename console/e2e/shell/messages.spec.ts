/** Errors stay until they are dismissed, and meanwhile nothing else is out of reach. */
import { setUp } from "../session/administrator.ts";
import { open } from "../system/signedIn.ts";
import { expect, test } from "../test.ts";

test.beforeEach(async ({ request }) => setUp(request));

test("an error that stays does not cover the way out", async ({ page }) => {
  await open(page, "/system/server/license", "License");
  await page.locator("input[type=file]").setInputFiles({
    name: "license.lic",
    mimeType: "text/plain",
    buffer: Buffer.from("no license"),
  });
  await expect(page.getByText("The license file is damaged, or is not a license file.")).toBeVisible();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: /Sign Out/ }).click();
  await expect(page).toHaveURL(/\/login/);
});
