import type { FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, auditor, open } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";

const STORES = "/system/data-and-credential-stores/data-stores";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

async function frameOf(page: Page): Promise<FrameLocator> {
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  return page.frameLocator("iframe");
}

test("an unreachable directory is saved on request, and read by an auditor", SLOW, async ({ page, request }) => {
  const name = `Directory ${Date.now()}`;
  await open(page, `${STORES}/add`, "Add Data Store");
  const frame = await frameOf(page);
  await frame.getByRole("link", { name: "Directory (LDAP)" }).click();
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  await frame.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await frame.getByRole("textbox", { name: "Hostname(s) 1" }).fill("localhost:1");
  await frame.getByRole("textbox", { name: "User DN" }).fill("cn=hanse,dc=example");
  await frame.getByLabel("Password").fill("Hansa-1241");
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(frame.getByRole("alert")).toContainText("The directory cannot be reached");
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Save without connecting" }).click();
  await expect(page.getByText(`${name} was saved.`)).toBeVisible();
  await account(request, auditor, { auditor: true, roles: [] });
  await page.context().clearCookies();
  await open(page, STORES, "Data Stores", auditor);
  await frame.getByRole("link", { name }).click();
  await expect(frame.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
  await expect(frame.getByRole("button", { name: "Test Connection" })).toHaveCount(0);
});
