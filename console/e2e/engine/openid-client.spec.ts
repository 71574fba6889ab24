/** The server as openid-client uses it, a certified client library that nobody here wrote. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretJwt,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clientCredentialsGrant,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  PrivateKeyJwt,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenIntrospection,
  tokenRevocation,
} from "openid-client";
import { freePort } from "../demo/freePort.ts";
import { type RunningServer, removeServer, startServer } from "../server.ts";
import { setUp } from "../session/administrator.ts";
import { asFirst, post, put } from "../system/signedIn.ts";
import { test as base, expect } from "../test.ts";
import { fetchThatTrusts } from "./fetchThatTrusts.ts";

const SCOPE = "openid profile email";
const SECRET = "clear-secret-with-enough-octets-for-hs256";
const SECRETS = { type: "SECRET", secret: SECRET };

interface Provider extends RunningServer {
  password: string;
  /** Where applications get their answers: it says that they have come. */
  application: string;
}

const test = base.extend<object, { provider: Provider; server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await startServer({ HANSE_DEMO_PORT: String(await freePort()) });
      await use(server);
      await removeServer(server);
    },
    { scope: "worker" },
  ],
  provider: [
    async ({ playwright, server }, use) => {
      const request = await playwright.request.newContext({ baseURL: server.admin, ignoreHTTPSErrors: true });
      await setUp(request);
      await put(request, "/serverSettings", { federationInfo: { baseUrl: server.engine } });
      const demo = await asFirst(request, "POST", "/internal/demo");
      expect(demo.ok(), await demo.text()).toBe(true);
      await post(request, "/oauth/accessTokenMappings", clientCredentialsMapping);
      const demoRecord = JSON.parse(await readFile(join(server.data, "demo.json"), "utf8"));
      const application = createServer((_, answer) => answer.end("<!doctype html><title>Application</title>"));
      await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
      const { port } = application.address() as AddressInfo;
      await use({ ...server, password: demoRecord.passwords.joe, application: `http://127.0.0.1:${port}` });
      application.closeAllConnections();
      await new Promise((resolve) => application.close(resolve));
      await request.dispose();
      // The demo's own application outlives the server, and the configuration it needs is in use by these clients.
      process.kill(demoRecord.process, "SIGKILL");
    },
    { scope: "worker" },
  ],
});

const clientCredentialsMapping = {
  context: { type: "CLIENT_CREDENTIALS" },
  accessTokenManagerRef: { id: "demo-tokens" },
  attributeContractFulfillment: Object.fromEntries(
    ["sub", "name", "email"].map((name) => [name, { source: { type: "CONTEXT" }, value: "ClientId" }]),
  ),
};

test("a user signs in, and the tokens are used, refreshed, introspected and revoked", async ({ page, provider }) => {
  await post(page.request, "/oauth/clients", {
    clientId: "application",
    name: "Application",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE", "REFRESH_TOKEN"],
    clientAuth: SECRETS,
    requireProofKeyForCodeExchange: true,
    oidcPolicy: { postLogoutRedirectUris: [`${provider.application}/signed-out`] },
  });
  await addService(page, "resource-server", SECRETS, ["ACCESS_TOKEN_VALIDATION"]);
  const application = await configured(provider, "application", ClientSecretBasic(SECRET));
  const resourceServer = await configured(provider, "resource-server", ClientSecretPost(SECRET));

  const attempt = await begun(application, provider);
  await page.goto(attempt.address.href);
  await signIn(page, provider);
  await page.waitForURL(`${provider.application}/callback?**`);
  const answer = new URL(page.url());
  // The library refuses an answer without `iss`, as the metadata promises it (RFC 9207).
  expect(application.serverMetadata().authorization_response_iss_parameter_supported).toBe(true);
  const tokens = await authorizationCodeGrant(application, answer, attempt.checks);
  expect(tokens.claims()?.sub).toBe("joe");
  expect(tokens.expiresIn()).toBeGreaterThan(0);

  const userinfo = await fetchUserInfo(application, tokens.access_token, "joe");
  expect(userinfo).toMatchObject({ sub: "joe", email: "joe@example.com" });

  const seen = await tokenIntrospection(resourceServer, tokens.access_token);
  expect(seen).toMatchObject({ active: true, sub: "joe", client_id: "application" });
  expect(seen.scope?.split(" ").sort()).toEqual(SCOPE.split(" ").sort());
  expect(await tokenIntrospection(resourceServer, "forged")).toEqual({ active: false });

  const refreshed = await refreshTokenGrant(application, tokens.refresh_token ?? "");
  expect(refreshed.access_token).not.toBe(tokens.access_token);
  expect(refreshed.claims()?.sub).toBe("joe");
  const newest = refreshed.refresh_token ?? tokens.refresh_token ?? "";
  expect(await tokenIntrospection(application, newest)).toMatchObject({ active: true, client_id: "application" });
  await tokenRevocation(application, newest, { token_type_hint: "refresh_token" });
  expect(await tokenIntrospection(application, newest)).toEqual({ active: false });
  await expect(refreshTokenGrant(application, newest)).rejects.toMatchObject({ error: "invalid_grant", status: 400 });
  // A code works once.
  const again = authorizationCodeGrant(application, answer, attempt.checks);
  await expect(again).rejects.toMatchObject({ error: "invalid_grant", status: 400 });

  const state = randomState();
  const after = { post_logout_redirect_uri: `${provider.application}/signed-out`, state };
  await page.goto(buildEndSessionUrl(application, { ...after, id_token_hint: tokens.id_token ?? "" }).href);
  await page.waitForURL(`${provider.application}/signed-out?state=${state}`);
  await page.goto((await begun(application, provider)).address.href);
  await expect(page.getByLabel("Password")).toBeVisible();
});

test("a code is refused without the verifier of its challenge", async ({ page, provider }) => {
  await post(page.request, "/oauth/clients", {
    clientId: "public",
    name: "Public application",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE"],
    clientAuth: { type: "NONE" },
    requireProofKeyForCodeExchange: true,
  });
  const application = await configured(provider, "public");
  const attempt = await begun(application, provider);
  await page.goto(attempt.address.href);
  await signIn(page, provider);
  await page.waitForURL(`${provider.application}/callback?**`);
  const wrong = { ...attempt.checks, pkceCodeVerifier: randomPKCECodeVerifier() };
  const redeemed = authorizationCodeGrant(application, new URL(page.url()), wrong);
  await expect(redeemed).rejects.toMatchObject({ error: "invalid_grant", status: 400 });
});

test("services authenticate with secrets, MACs and keys of their own", async ({ page, provider }) => {
  const [own, other] = [await signingKey(), await signingKey()];
  await addService(page, "with-secret", SECRETS);
  await addService(page, "with-mac", { type: "CLIENT_SECRET_JWT", secret: SECRET, enforceReplayPrevention: true });
  const jwksSettings = { jwks: JSON.stringify({ keys: [own.jwk] }) };
  const auth = { type: "PRIVATE_KEY_JWT", enforceReplayPrevention: true };
  await addService(page, "with-key", auth, ["CLIENT_CREDENTIALS"], { jwksSettings });

  const right: [string, ClientAuth][] = [
    ["with-secret", ClientSecretBasic(SECRET)],
    ["with-secret", ClientSecretPost(SECRET)],
    ["with-mac", ClientSecretJwt(SECRET)],
    ["with-key", PrivateKeyJwt(own.key)],
  ];
  for (const [id, method] of right) {
    const tokens = await clientCredentialsGrant(await configured(provider, id, method), { scope: "email" });
    expect(tokens).toMatchObject({ token_type: "bearer", access_token: expect.any(String) });
    expect(tokens.refresh_token).toBeUndefined();
  }
  const wrong: [string, ClientAuth][] = [
    ["with-secret", ClientSecretBasic(`${SECRET}x`)],
    ["with-secret", ClientSecretJwt(SECRET)],
    ["with-mac", ClientSecretPost(SECRET)],
    ["with-key", PrivateKeyJwt(other.key)],
  ];
  for (const [id, method] of wrong) {
    const asked = clientCredentialsGrant(await configured(provider, id, method));
    // A refusal of HTTP authentication comes as a challenge, which the library tells in another way.
    await expect(asked).rejects.toMatchObject({ status: 401 });
  }
});

/** Reads the metadata; signatures of ID tokens are verified too, though they come over TLS. */
async function configured(provider: Provider, id: string, method?: ClientAuth): Promise<Configuration> {
  const certificate = await readFile(join(provider.data, "tls", "server.crt"), "utf8");
  const found = await discovery(new URL(provider.engine), id, undefined, method, {
    [customFetch]: fetchThatTrusts(certificate),
    execute: [enableNonRepudiationChecks],
  });
  return found;
}

async function begun(application: Configuration, provider: Provider) {
  const [pkceCodeVerifier, expectedState, expectedNonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()];
  const address = buildAuthorizationUrl(application, {
    redirect_uri: `${provider.application}/callback`,
    scope: SCOPE,
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  return { address, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } };
}

async function signIn(page: Page, { password }: Provider): Promise<void> {
  await page.getByLabel("Username").fill("joe");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
}

async function addService(
  page: Page,
  id: string,
  clientAuth: object,
  grantTypes = ["CLIENT_CREDENTIALS"],
  more: object = {},
): Promise<void> {
  await post(page.request, "/oauth/clients", { clientId: id, name: id, grantTypes, clientAuth, ...more });
}

/** A new key for ES256: the private half for the library, the public half for the server. */
async function signingKey() {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  return { key: privateKey, jwk: { ...(await crypto.subtle.exportKey("jwk", publicKey)), use: "sig", alg: "ES256" } };
}
