/** An administrator finds the grant of a user in the console and revokes it: its refresh token is then refused. */
import { authorizationCodeGrant, ClientSecretBasic, refreshTokenGrant } from "openid-client";
import { frameOf } from "../frame/frames.ts";
import { open, post } from "../system/signedIn.ts";
import { expect, expectAccessible } from "../test.ts";
import { begun, configured, SECRET, SECRETS, signIn, test } from "./provider.ts";

test("a grant is found by its user and revoked after a question", async ({ page, provider }) => {
  await post(page.request, "/oauth/clients", {
    clientId: "grants-shop",
    name: "Web Shop",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE", "REFRESH_TOKEN"],
    clientAuth: SECRETS,
  });
  const application = await configured(provider, "grants-shop", ClientSecretBasic(SECRET));
  const { address, checks } = await begun(application, provider);
  await page.goto(address.href);
  await signIn(page, provider);
  await page.waitForURL(`${provider.application}/callback?**`);
  const tokens = await authorizationCodeGrant(application, new URL(page.url()), checks);

  await open(page, "/applications/oauth/grants", "Grants");
  const inner = await frameOf(page);
  await inner.getByRole("textbox", { name: "User key" }).fill("joe");
  await inner.getByRole("textbox", { name: "Client ID" }).fill("grants-shop");
  await inner.getByRole("button", { name: "Find grants" }).click();
  await expect(page).toHaveURL(/user=joe&client=grants-shop$/);
  const row = inner.getByRole("row").filter({ hasText: "Web Shop" });
  await expect(row.getByText("Authorization code")).toBeVisible();
  await expectAccessible(page);
  await row.getByRole("link", { name: "Revoke the grant of joe to Web Shop" }).click();
  await expect(inner.getByRole("heading", { name: "Revoke the grant of joe to Web Shop?" })).toBeVisible();
  await expectAccessible(page);
  await inner.getByRole("link", { name: "Cancel" }).click();
  await row.getByRole("link", { name: /^Revoke/ }).click();
  await inner.getByRole("button", { name: "Revoke grant" }).click();

  await expect(page.getByText("The grant of joe to Web Shop was revoked.")).toBeVisible();
  await expect(inner.getByRole("heading", { name: "No grants" })).toBeVisible();
  // The search stays.
  await expect(inner.getByRole("textbox", { name: "User key" })).toHaveValue("joe");
  await expect(refreshTokenGrant(application, tokens.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
  });
});
