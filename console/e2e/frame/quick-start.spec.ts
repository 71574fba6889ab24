/** The quick start of an application, and the security findings of a client, in a real browser. */
import type { FrameLocator, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { fits, get, open, post, put } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";

const CLIENTS = "/applications/oauth/clients";
const FEDERATION = "/serverSettings/federationInfo";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

// The settings of an application contain the issuer, and the other tests of this server have none.
test.afterEach(async ({ request }) => {
  await put(request, FEDERATION, {});
});

/** The frame, once its page is shown. */
async function frameOf(page: Page): Promise<FrameLocator> {
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  return page.frameLocator("iframe");
}

for (const { theme, width, details } of [
  { theme: "light", width: 1280, details: SLOW },
  { theme: "dark", width: 390, details: {} },
] as const) {
  test(`an application is created and shown with settings, ${theme}`, details, async ({ page, request }, info) => {
    const id = `shop-${theme}-${Date.now()}`;
    await put(request, FEDERATION, { baseUrl: "https://sso.example.com" });
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await open(page, `${CLIENTS}/start`, "Add an Application");
    const frame = await frameOf(page);
    await expect(frame.getByRole("textbox", { name: "JWKS" })).toBeHidden();
    await frame.getByRole("textbox", { name: "Name", exact: true }).fill("Shop");
    await frame.getByRole("textbox", { name: "Client ID" }).fill(id);
    await frame.getByRole("button", { name: /^Add/ }).click();
    const uri = frame.getByRole("textbox", { name: /Redirect URIs/ });
    await uri.fill("https://shop.example.com/*");
    // Enter in a field shows the preview, which has the same errors as the creation.
    await uri.press("Enter");
    await expect(frame.getByRole("alert").getByText("Redirect URIs with an asterisk")).toBeVisible();
    await expectAccessible(page);
    await uri.fill("https://shop.example.com/callback");
    await uri.press("Enter");
    await expect(frame.getByRole("heading", { name: "What is created" })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await page.screenshot({ path: info.outputPath("preview.png"), fullPage: true });
    await frame.getByRole("button", { name: "Create" }).press("Enter");
    await expect(frame.getByRole("heading", { name: "What was created" })).toBeVisible();
    await frame.getByText("openid-client (Node.js)").click();
    await expect(frame.getByText("client.discovery(")).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await page.screenshot({ path: info.outputPath("result.png"), fullPage: true });
    await frame.getByRole("link", { name: "Open the client" }).click();
    await expect(frame.getByRole("heading", { name: "Security findings" })).toBeVisible();
  });
}

test("a finding is fixed in the form, and is gone after the save", SLOW, async ({ page, request }, info) => {
  const id = `weak-${Date.now()}`;
  await post(request, "/oauth/clients", {
    clientId: id,
    name: id,
    redirectUris: ["https://weak.example.com/callback"],
    grantTypes: ["AUTHORIZATION_CODE", "RESOURCE_OWNER_CREDENTIALS"],
    clientAuth: { type: "SECRET", secret: "a-secret-with-thirty-two-octets." },
    requireProofKeyForCodeExchange: false,
  });
  await open(page, `${CLIENTS}/edit/${id}`, id);
  const frame = await frameOf(page);
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath("findings.png"), fullPage: true });
  await frame.getByRole("button", { name: "Require PKCE" }).press("Enter");
  await expect(frame.getByRole("checkbox", { name: /Proof Key/ })).toBeChecked();
  await expect(frame.getByRole("checkbox", { name: /Proof Key/ })).toBeFocused();
  await frame.getByRole("button", { name: "Remove this grant type" }).press("Enter");
  await expect(frame.getByText("The client follows the recommendations")).toBeVisible();
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${id} was saved.`)).toBeVisible();
  expect(await get(request, `/oauth/clients/${id}`)).toMatchObject({
    grantTypes: ["AUTHORIZATION_CODE"],
    requireProofKeyForCodeExchange: true,
  });
});

test("the quick start is found by its synonyms and on the landing page", SLOW, async ({ page }) => {
  await open(page, "/applications", "Applications");
  await page.getByRole("main").getByRole("link", { name: "Add an Application" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add an Application" })).toBeVisible();
  await open(page, "/", "Welcome");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search the console" }).fill("new client");
  await page.getByRole("option", { name: /Add an Application/ }).click();
  const frame = await frameOf(page);
  await expect(frame.getByRole("textbox", { name: "Client ID" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${CLIENTS}/start$`));
});
