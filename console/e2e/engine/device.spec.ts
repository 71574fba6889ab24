/** The device flow (RFC 8628) as openid-client runs it, with a user in a browser. */
import {
  fetchUserInfo,
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
  refreshTokenGrant,
} from "openid-client";
import { asFirst, put } from "../system/signedIn.ts";
import { expect } from "../test.ts";
import { addService, configured, fillPassword, SCOPE, test } from "./provider.ts";

test("a device polls while its user enters the code, consents or declines", async ({ page, provider }) => {
  const settings = await (await asFirst(page.request, "GET", "/oauth/authServerSettings")).json();
  const changed = { returnIdTokenOnOpenIdWithDeviceAuthzGrant: true, devicePollingInterval: 1 };
  await put(page.request, "/oauth/authServerSettings", { ...settings, ...changed });
  const own = { deviceFlowSettingType: "SERVER_DEFAULT", name: "Television" };
  await addService(page, "television", { type: "NONE" }, ["DEVICE_CODE", "REFRESH_TOKEN"], own);
  const device = await configured(provider, "television");

  const started = await initiateDeviceAuthorization(device, { scope: SCOPE });
  const polling = pollDeviceAuthorizationGrant(device, started);
  await page.goto(started.verification_uri);
  await fillPassword(page, provider);
  await page.getByLabel("Code").fill(started.user_code.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your device is connected" })).toBeVisible();
  const tokens = await polling;
  expect(tokens.claims()?.sub).toBe("joe");
  expect(await fetchUserInfo(device, tokens.access_token, "joe")).toMatchObject({ email: "joe@example.com" });
  const refreshed = await refreshTokenGrant(device, tokens.refresh_token ?? "");
  expect(refreshed.access_token).not.toBe(tokens.access_token);

  const declined = await initiateDeviceAuthorization(device, { scope: SCOPE });
  const refused = expect(pollDeviceAuthorizationGrant(device, declined)).rejects.toMatchObject({
    error: "access_denied",
  });
  await page.goto(declined.verification_uri_complete ?? "");
  await page.getByRole("button", { name: "No, cancel" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The device is not connected" })).toBeVisible();
  await refused;
});
