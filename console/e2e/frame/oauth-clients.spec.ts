import type { FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { dialog, make, row, save, scope } from "../system/scopes.ts";
import { account, auditor, choose, fits, get, open } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, test } from "../test.ts";

const CLIENTS = "/applications/oauth/clients";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** The frame, once its page is shown. */
async function frameOf(page: Page): Promise<FrameLocator> {
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  return page.frameLocator("iframe");
}

test("a client is made with its secret and its scopes, and an auditor sees it", async ({ page, request }) => {
  const mark = `${Date.now()}`;
  const id = `kontor-${mark}`;
  await make(request, "commonScopes", scope(`read-${mark}`), scope(`write-${mark}`));
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, `${CLIENTS}/add`, "Add Client");
  const frame = await frameOf(page);
  await expect(frame.getByText("Nothing has been changed yet.")).toBeVisible();
  await frame.getByRole("textbox", { name: "Client ID" }).fill(id);
  await frame.getByRole("textbox", { name: "Name", exact: true }).fill(`Kontor ${mark}`);

  // What belongs to a method comes with it.
  await expect(frame.getByLabel("Subject DN")).toBeHidden();
  await frame.getByLabel("Authentication method").selectOption("Client Secret");
  await frame.getByRole("button", { name: "Generate Secret" }).click();
  const secret = frame.getByRole("textbox", { name: "Client Secret" });
  await expect(secret).toHaveValue(/^[\w-]{43}$/);
  await frame.getByRole("checkbox", { name: "Client credentials" }).check();

  await expect(frame.getByRole("button", { name: "Select Scopes: Restricted Common Scopes" })).toBeHidden();
  await frame.getByRole("checkbox", { name: "Restrict Common Scopes" }).check();
  await frame.getByRole("button", { name: "Select Scopes: Restricted Common Scopes" }).click();
  await expect(dialog(page)).toBeVisible();
  await page.getByRole("button", { name: `Add read-${mark}` }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(frame.getByRole("listitem").filter({ hasText: `read-${mark}` })).toBeVisible();
  await expect(secret).toHaveValue(/^[\w-]{43}$/);
  await expect(frame.getByRole("button", { name: "Select Scopes: Restricted Common Scopes" })).toBeFocused();
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`Kontor ${mark} was saved.`)).toBeVisible();
  const client = await get<{ restrictedScopes: string[]; clientAuth: object }>(request, `/oauth/clients/${id}`);
  expect(client.restrictedScopes).toEqual([`read-${mark}`]);
  expect(client.clientAuth).toHaveProperty("encryptedSecret");
  await expectAccessible(page);
});
