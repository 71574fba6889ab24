/** Backchannel authentication (OpenID Connect CIBA) as openid-client runs it, with a user who receives an e-mail. */
import type { Page } from "@playwright/test";
import { fetchUserInfo, initiateBackchannelAuthentication, pollBackchannelAuthenticationGrant } from "openid-client";
import { post, put } from "../system/signedIn.ts";
import { expect, expectFit } from "../test.ts";
import { type MailServer, sendMailTo, startMailServer } from "./mailServer.ts";
import { addService, configured, fillPassword, SCOPE, SECRET, SECRETS, test } from "./provider.ts";

async function addBackchannel(page: Page, mail: MailServer): Promise<void> {
  await sendMailTo(page.request, mail);
  await post(page.request, "/oauth/outOfBandAuthPlugins", {
    id: "email",
    name: "E-mail",
    pluginDescriptorRef: { id: "hanse.email-authenticator" },
    configuration: {},
  });
  const hint = { source: { type: "REQUEST" }, value: "IDENTITY_HINT_SUBJECT" };
  const email = { source: { type: "TEXT" }, value: `$\{${hint.value}}@example.com` };
  await post(page.request, "/oauth/cibaServerPolicy/requestPolicies", {
    id: "by-name",
    name: "By name",
    authenticatorRef: { id: "email" },
    identityHintContract: {},
    identityHintMapping: {
      attributeContractFulfillment: { USER_KEY: hint, email, locale: { source: { type: "NO_MAPPING" }, value: "" } },
    },
  });
  await put(page.request, "/oauth/cibaServerPolicy/settings", { defaultRequestPolicyRef: { id: "by-name" } });
}

test("a user follows the link in an e-mail, compares the message and approves or refuses", async ({
  page,
  provider,
}) => {
  const mail = await startMailServer();
  await addBackchannel(page, mail);
  const own = { name: "Call center", cibaDeliveryMode: "POLL", cibaPollingInterval: 1 };
  await addService(page, "calls", SECRETS, ["CIBA"], own);
  const client = await configured(provider, "calls", (_server, _client, body) => {
    body.set("client_id", "calls");
    body.set("client_secret", SECRET);
  });

  const parameters = { scope: SCOPE, login_hint: "joe", binding_message: "Ticket 4711" };
  const started = await initiateBackchannelAuthentication(client, parameters);
  const polling = pollBackchannelAuthenticationGrant(client, started);
  await page.goto(await mail.nextLink());
  await fillPassword(page, provider);
  await expect(page.getByRole("heading", { level: 1, name: "Access request" })).toBeVisible();
  await expect(page.getByText("Ticket 4711")).toBeVisible();
  await expectFit(page);
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Request approved" })).toBeVisible();
  const tokens = await polling;
  expect(tokens.claims()?.sub).toBe("joe");
  expect(await fetchUserInfo(client, tokens.access_token, "joe")).toMatchObject({ email: "joe@example.com" });

  const second = await initiateBackchannelAuthentication(client, parameters);
  const refused = expect(pollBackchannelAuthenticationGrant(client, second)).rejects.toMatchObject({
    error: "access_denied",
  });
  await page.goto(await mail.nextLink());
  // The user is still signed in, and is asked again all the same.
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Request denied" })).toBeVisible();
  await refused;
  mail.close();
});
