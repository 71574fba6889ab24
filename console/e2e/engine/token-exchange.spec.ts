/** Token exchange (RFC 8693) as openid-client requests it, with the key-bound token of a user (RFC 9449). */
import type { Page } from "@playwright/test";
import {
  authorizationCodeGrant,
  ClientSecretBasic,
  type Configuration,
  clientCredentialsGrant,
  type DPoPHandle,
  genericGrantRequest,
  getDPoPHandle,
  randomDPoPKeyPair,
  tokenIntrospection,
} from "openid-client";
import { post, put } from "../system/signedIn.ts";
import { expect, SLOW } from "../test.ts";
import { addService, begun, configured, type Provider, SECRET, SECRETS, signIn, test } from "./provider.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";
const TYPES = "urn:ietf:params:oauth:token-type:";
const ORDERS = "https://orders.example.com";
const none = { source: { type: "NO_MAPPING" } };

const plugin = (id: string, type: string, fields: Record<string, string> = {}) => ({
  id,
  name: id,
  pluginDescriptorRef: { id: type },
  configuration: { fields: Object.entries(fields).map(([name, value]) => ({ name, value })) },
});

/** Lets access tokens be exchanged, with or without the access token of an actor, and JWTs be issued for a resource. */
async function allowExchange(page: Page): Promise<void> {
  const names = ["aud", "authorization_details", "client_id", "expires_at", "iss", "scope"];
  await post(page.request, "/idp/tokenProcessors", {
    ...plugin("own", "org.sourceid.wstrust.processor.oauth.BearerAccessTokenTokenProcessor", {
      "Access Token Manager": "demo-tokens",
    }),
    attributeContract: { coreAttributes: names.map((name) => ({ name })), extendedAttributes: [{ name: "sub" }] },
  });
  const subject = {
    subjectTokenType: `${TYPES}access_token`,
    subjectTokenProcessor: { id: "own" },
    attributeContractFulfillment: { subject: { source: { type: "SUBJECT_TOKEN" }, value: "sub" } },
  };
  const actor = { actorTokenType: `${TYPES}access_token`, actorTokenProcessor: { id: "own" } };
  await post(page.request, "/oauth/tokenExchange/processor/policies", {
    id: "users",
    name: "Users",
    processorMappings: [subject, { ...subject, ...actor }],
  });
  await put(page.request, "/oauth/tokenExchange/processor/settings", { defaultProcessorPolicyRef: { id: "users" } });
  const context = { type: "TOKEN_EXCHANGE_PROCESSOR_POLICY", contextRef: { id: "users" } };
  const mapped = { source: { type: context.type, id: "users" }, value: "subject" };
  await post(page.request, "/oauth/accessTokenMappings", {
    context,
    accessTokenManagerRef: { id: "demo-tokens" },
    attributeContractFulfillment: { sub: mapped, name: none, email: none },
  });
  await post(page.request, "/sp/tokenGenerators", {
    ...plugin("jwt", "hanse.jwt-token-generator"),
    attributeContract: { coreAttributes: [{ name: "sub" }] },
  });
  await post(page.request, "/oauth/tokenExchange/generator/groups", {
    id: "orders",
    name: "Orders",
    resourceUris: [ORDERS],
    generatorMappings: [{ requestedTokenType: `${TYPES}jwt`, tokenGenerator: { id: "jwt" }, defaultMapping: true }],
  });
  await post(page.request, "/oauth/tokenExchange/tokenGeneratorMappings", {
    sourceId: "users",
    targetId: "jwt",
    attributeContractFulfillment: { sub: mapped },
  });
}

/** Signs a user in to an application that proves its key, and returns the access token and the proofs. */
async function boundToken(page: Page, provider: Provider): Promise<{ token: string; proofs: DPoPHandle }> {
  await post(page.request, "/oauth/clients", {
    clientId: "wallet",
    name: "Wallet",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE"],
    clientAuth: { type: "NONE" },
    requireProofKeyForCodeExchange: true,
    requireDpop: true,
  });
  const wallet = await configured(provider, "wallet");
  const proofs = getDPoPHandle(wallet, await randomDPoPKeyPair("ES256"));
  const attempt = await begun(wallet, provider);
  await page.goto(attempt.address.href);
  await signIn(page, provider);
  await page.waitForURL(`${provider.application}/callback?**`);
  const tokens = await authorizationCodeGrant(wallet, new URL(page.url()), attempt.checks, undefined, {
    DPoP: proofs,
  });
  expect(tokens.token_type).toBe("dpop");
  return { token: tokens.access_token, proofs };
}

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

test(
  "a user's bound token is exchanged with its key only, and the new token names the user and the actor",
  SLOW,
  async ({ page, provider }) => {
    await allowExchange(page);
    const grants = ["TOKEN_EXCHANGE", "CLIENT_CREDENTIALS", "ACCESS_TOKEN_VALIDATION"];
    await addService(page, "gateway", SECRETS, grants);
    const gateway = await configured(provider, "gateway", ClientSecretBasic(SECRET));
    const { token, proofs } = await boundToken(page, provider);
    const presented = { subject_token: token, subject_token_type: `${TYPES}access_token` };
    await expect(genericGrantRequest(gateway, GRANT, presented)).rejects.toMatchObject({ error: "invalid_request" });

    const exchanged = await genericGrantRequest(gateway, GRANT, { ...presented, scope: "email" }, { DPoP: proofs });
    expect(exchanged).toMatchObject({ issued_token_type: `${TYPES}access_token`, token_type: "dpop", scope: "email" });
    const seen = await tokenIntrospection(gateway, exchanged.access_token);
    expect(seen).toMatchObject({ active: true, sub: "joe", client_id: "gateway", scope: "email" });
    expect(seen.cnf).toEqual((await tokenIntrospection(gateway, token)).cnf);
    await expectDelegation(gateway, presented, proofs);

    const generated = await genericGrantRequest(
      gateway,
      GRANT,
      { ...presented, requested_token_type: `${TYPES}jwt`, resource: ORDERS },
      { DPoP: proofs },
    );
    expect(generated).toMatchObject({ issued_token_type: `${TYPES}jwt`, token_type: "n_a" });
    expect(claimsOf(generated.access_token)).toMatchObject({ iss: provider.engine, sub: "joe", aud: ORDERS });
    expect(await tokenIntrospection(gateway, generated.access_token)).toEqual({ active: false });
  },
);

async function expectDelegation(gateway: Configuration, presented: Record<string, string>, proofs: DPoPHandle) {
  const own = await clientCredentialsGrant(gateway, { scope: "email" });
  const acting = { ...presented, actor_token: own.access_token, actor_token_type: `${TYPES}access_token` };
  const delegated = await genericGrantRequest(gateway, GRANT, acting, { DPoP: proofs });
  const seen = await tokenIntrospection(gateway, delegated.access_token);
  expect(seen).toMatchObject({ sub: "joe", act: { sub: "gateway" } });
}
