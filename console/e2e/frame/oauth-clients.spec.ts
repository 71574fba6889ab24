import type { FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { dialog, make, scope } from "../system/scopes.ts";
import { account, auditor, choose, fits, get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { changingButtons } from "./frames.ts";

const CLIENTS = "/applications/oauth/clients";
const SETTINGS = [
  ["/system/oauth-settings/client-settings", "Client Settings"],
  ["/system/oauth-settings/authorization-server-settings", "Authorization Server Settings"],
] as const;
const LOOKS = [
  { theme: "light", width: 1280 },
  { theme: "dark", width: 390 },
] as const;

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** The frame, once its page is shown. */
async function frameOf(page: Page): Promise<FrameLocator> {
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  return page.frameLocator("iframe");
}

test("a client is created with secret and scopes, and an auditor sees it", async ({ page, request }) => {
  const mark = `${Date.now()}`;
  const id = `kontor-${mark}`;
  await make(request, "commonScopes", scope(`read-${mark}`), scope(`write-${mark}`));
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, `${CLIENTS}/add`, "Add Client");
  const frame = await frameOf(page);
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  await frame.getByRole("textbox", { name: "Client ID" }).fill(id);
  await frame.getByRole("textbox", { name: "Name", exact: true }).fill(`Kontor ${mark}`);

  // The fields of an authentication method appear with it.
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
  // Viewing the other type, even last, drops no selection.
  await page.getByRole("radio", { name: "Other scopes" }).click();
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

  // Readers see the same selection, without controls.
  await page.context().clearCookies({ name: "__Host-hanse-session" });
  await open(page, `${CLIENTS}/edit/${id}`, `Kontor ${mark}`, auditor);
  const seen = await frameOf(page);
  await expect(seen.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
  await expect(seen.getByText(/^Set, since/)).toBeVisible();
  await expect(seen.getByRole("listitem").filter({ hasText: `read-${mark}` })).toBeVisible();
  await expect(seen.getByRole("button", { name: "Copy Client ID" })).toBeVisible();
  await expect(changingButtons(seen)).toHaveCount(0);
  await expectAccessible(page);
  await seen.getByRole("button", { name: "View Scopes: Restricted Common Scopes" }).click();
  await expect(dialog(page)).toContainText("Common scopes and scope groups that this client can request.");
  await expect(dialog(page).getByText(`read-${mark}`)).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Done" })).toBeHidden();
});

test("the help link leads to the guide of the current page", SLOW, async ({ page }) => {
  await open(page, CLIENTS, "Clients");
  await frameOf(page);
  const documentation = page.getByRole("menuitem", { name: "Documentation" });
  await page.getByRole("button", { name: "Help" }).click();
  await expect(documentation).toHaveAttribute("href", "/docs/clients");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Home" }).first().click();
  await expect(page).toHaveURL("/");
  await page.getByRole("button", { name: "Help" }).click();
  await expect(documentation).toHaveAttribute("href", "/docs/");
});

for (const { theme, width } of LOOKS) {
  test(`the form of a client is legible and accessible: ${theme}, ${width}`, SLOW, async ({ page, request }) => {
    const id = `look-${Date.now()}`;
    await post(request, "/oauth/clients", {
      clientId: id,
      name: id,
      redirectUris: ["https://kontor.example.com/callback", "com.example.kontor:/callback"],
      grantTypes: ["AUTHORIZATION_CODE", "REFRESH_TOKEN", "DEVICE_CODE"],
      clientAuth: { type: "SECRET", secret: "Look-at-7-things" },
      restrictScopes: true,
      restrictedScopes: ["openid"],
    });
    await choose(page, theme);
    await page.setViewportSize({ width, height: 900 });
    await open(page, `${CLIENTS}/edit/${id}`, id);
    const frame = await frameOf(page);
    await expect(frame.getByText("No changes yet.")).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await page.goto(CLIENTS);
    await expect((await frameOf(page)).getByRole("link", { name: id, exact: true })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    for (const [path, title] of SETTINGS) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect((await frameOf(page)).getByText("No changes yet.")).toBeVisible();
      await expectAccessible(page);
      expect(await fits(page)).toBe(true);
    }
  });
}
