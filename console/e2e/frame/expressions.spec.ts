/** Expressions in frame forms: testing them in the console's dialog, and the required role. */
import { setUp } from "../session/administrator.ts";
import { account, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const POLICIES = "/applications/oauth/openid-connect-policy-management";
const plain = { username: "Plain", password: "Change-7-things" };

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

test(
  "an expression of a mapping is tested by expression administrators only",
  SLOW,
  async ({ page, request, browser }) => {
    const mark = `${Date.now()}`;
    await post(request, "/oauth/accessTokenManagers", {
      id: `tested-${mark}`,
      name: `Tested ${mark}`,
      pluginDescriptorRef: { id: "org.sourceid.oauth20.token.plugin.impl.ReferenceBearerAccessTokenManagementPlugin" },
      configuration: {},
      attributeContract: { extendedAttributes: [{ name: "mail" }] },
    });
    const expression = { source: { type: "EXPRESSION" }, value: "attributes.mail" };
    const made = await post<{ id: string }>(request, "/oauth/openIdConnect/policies", {
      id: `tested-${mark}`,
      name: `Tested ${mark}`,
      accessTokenManagerRef: { id: `tested-${mark}` },
      attributeContract: { extendedAttributes: [] },
      attributeMapping: { attributeContractFulfillment: { sub: expression } },
    });
    const path = `${POLICIES}/edit/${made.id}`;
    await open(page, path, `Tested ${mark}`);
    const frame = await frameOf(page);
    await expect(frame.getByText("No changes yet.")).toBeVisible();
    const button = frame.getByRole("button", { name: /^Test expression/ });
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Test Expression" });
    await expect(dialog.getByRole("textbox", { name: "Expression" })).toHaveValue("attributes.mail");
    await dialog.getByRole("textbox", { name: "Expression" }).fill("attributes.mail.split('@')[0]");
    await dialog.getByRole("textbox", { name: "Attribute 1" }).fill("mail");
    await dialog.getByRole("textbox", { name: "Value 1" }).fill("joe@example.com");
    await dialog.getByRole("textbox", { name: "Value 1" }).press("Enter");
    await expect(dialog.getByText("Test Result: joe")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Value 1" }).fill("");
    await dialog.getByRole("textbox", { name: "Expression" }).fill("attributes.mail.nothing(");
    await dialog.getByRole("button", { name: "Test", exact: true }).click();
    await expect(dialog.getByText(/Test Error: ./)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Expression" }).fill("attributes.mail.lowerAscii()");
    await dialog.getByRole("button", { name: "Back to the form" }).click();
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await expect(frame.getByRole("textbox", { name: /Value$/ })).toHaveValue("attributes.mail.lowerAscii()");
    await frame.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`Tested ${mark} was saved.`)).toBeVisible();

    await account(request, plain, { auditor: false, roles: ["ADMINISTRATOR"] });
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin, ignoreHTTPSErrors: true });
    const other = await context.newPage();
    await open(other, path, `Tested ${mark}`, plain);
    const seen = await frameOf(other);
    await expect(seen.getByText("attributes.mail.lowerAscii()")).toBeVisible();
    await expect(seen.getByRole("button", { name: /^Test expression/ })).toHaveCount(0);
    await context.close();
  },
);
