/** Pushed and signed requests, signed responses, authorization details and hybrid flows, as openid-client uses them. */
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildAuthorizationUrlWithJAR,
  buildAuthorizationUrlWithPAR,
  ClientSecretBasic,
  implicitAuthentication,
  PrivateKeyJwt,
  useCodeIdTokenResponseType,
  useIdTokenResponseType,
  useJwtResponseMode,
} from "openid-client";
import { get, post, put } from "../system/signedIn.ts";
import { expect, SLOW } from "../test.ts";
import { configured, prepared, SECRET, SECRETS, signIn, signingKey, test } from "./provider.ts";

// A reference that was used before is answered with an error page.
test.use({ expectedProblems: [/status of 400/] });

const PAYMENT = { type: "payment_initiation", instructedAmount: { currency: "EUR", amount: "123.50" } };

test("a request that is signed and pushed is answered with a signed response", async ({ page, provider }) => {
  const key = await signingKey();
  await post(page.request, "/oauth/clients", {
    clientId: "message-signing",
    name: "Message signing",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE"],
    clientAuth: { type: "PRIVATE_KEY_JWT" },
    jwksSettings: { jwks: JSON.stringify({ keys: [key.jwk] }) },
    requirePushedAuthorizationRequests: true,
    requireSignedRequests: true,
    requireJwtSecuredAuthorizationResponseMode: true,
  });
  const application = await configured(provider, "message-signing", PrivateKeyJwt(key.key), useJwtResponseMode);
  const { parameters, checks } = await prepared(provider);
  const signed = await buildAuthorizationUrlWithJAR(application, parameters, key.key);
  const pushed = await buildAuthorizationUrlWithPAR(application, signed.searchParams);
  expect([...pushed.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);

  await page.goto(pushed.href);
  await page.reload();
  await signIn(page, provider);
  await page.waitForURL(`${provider.application}/callback?**`);
  const answer = new URL(page.url());
  expect([...answer.searchParams.keys()]).toEqual(["response"]);
  const tokens = await authorizationCodeGrant(application, answer, checks);
  expect(tokens.claims()?.sub).toBe("joe");

  await page.goto(pushed.href);
  await expect(page.getByText("was used before")).toBeVisible();
});

test("a payment that the user allows is in the token", async ({ page, provider }) => {
  await post(page.request, "/oauth/authorizationDetailProcessors", {
    id: "payments",
    name: "Payments",
    pluginDescriptorRef: { id: "hanse.json-schema" },
    configuration: {
      fields: [
        { name: "Schema", value: JSON.stringify({ type: "object", required: ["instructedAmount"] }) },
        { name: "Description Template", value: "Pay {instructedAmount.amount} {instructedAmount.currency}" },
      ],
    },
  });
  const type = { id: "payment", type: PAYMENT.type, authorizationDetailProcessorRef: { id: "payments" } };
  await post(page.request, "/oauth/authorizationDetailTypes", type);
  await post(page.request, "/oauth/clients", {
    clientId: "shop",
    name: "Shop",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE"],
    clientAuth: SECRETS,
    authorizationDetailTypes: ["payment"],
  });
  const application = await configured(provider, "shop", ClientSecretBasic(SECRET));
  const { parameters, checks } = await prepared(provider);
  const details = JSON.stringify([PAYMENT]);
  const pushed = await buildAuthorizationUrlWithPAR(application, { ...parameters, authorization_details: details });
  await page.goto(pushed.href);
  await page.getByLabel("Username").fill("joe");
  await page.getByLabel("Password").fill(provider.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Pay 123.50 EUR")).toBeVisible();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(`${provider.application}/callback?**`);
  const tokens = await authorizationCodeGrant(application, new URL(page.url()), checks);
  expect(tokens.authorization_details).toEqual([PAYMENT]);
});

test("ID tokens come from the authorization endpoint, alone and with a code", SLOW, async ({ page, provider }) => {
  await post(page.request, "/oauth/clients", {
    clientId: "hybrid",
    name: "Hybrid",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE", "IMPLICIT"],
    clientAuth: SECRETS,
  });
  // OpenID Connect Core 1.0, section 3.3.3.3: the token endpoint issues an ID token as well, as the library expects.
  const { items } = await get<{ items: { id: string }[] }>(page.request, "/oauth/openIdConnect/policies");
  const [policy] = items;
  await put(page.request, `/oauth/openIdConnect/policies/${policy?.id}`, {
    ...policy,
    reissueIdTokenInHybridFlow: true,
  });
  const hybrid = await configured(provider, "hybrid", ClientSecretBasic(SECRET), useCodeIdTokenResponseType);
  const first = await prepared(provider);
  await page.goto(buildAuthorizationUrl(hybrid, first.parameters).href);
  await signIn(page, provider);
  await page.waitForURL(`${provider.application}/callback#**`);
  // The library verifies c_hash and the nonce.
  const tokens = await authorizationCodeGrant(hybrid, new URL(page.url()), first.checks);
  expect(tokens.claims()?.sub).toBe("joe");

  const implicit = await configured(provider, "hybrid", undefined, useIdTokenResponseType);
  const second = await prepared(provider);
  const { code_challenge: _, code_challenge_method: __, ...parameters } = second.parameters;
  await page.goto(buildAuthorizationUrl(implicit, parameters).href);
  const allow = page.getByRole("button", { name: "Allow" });
  await allow.click();
  await page.waitForURL(`${provider.application}/callback#id_token**`);
  const { expectedNonce, expectedState } = second.checks;
  const claims = await implicitAuthentication(implicit, new URL(page.url()), expectedNonce, { expectedState });
  expect(claims.sub).toBe("joe");
});
