/** Tests of the server with openid-client, a certified client library of another project. */
import {
  authorizationCodeGrant,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretJwt,
  ClientSecretPost,
  clientCredentialsGrant,
  fetchUserInfo,
  PrivateKeyJwt,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenIntrospection,
  tokenRevocation,
} from "openid-client";
import { post } from "../system/signedIn.ts";
import { expect, SLOW } from "../test.ts";
import { addService, begun, configured, SCOPE, SECRET, SECRETS, signIn, signingKey, test } from "./provider.ts";

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
  // The library rejects a response without `iss`, because the metadata announces it (RFC 9207).
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
  // A code can be used once.
  const again = authorizationCodeGrant(application, answer, attempt.checks);
  await expect(again).rejects.toMatchObject({ error: "invalid_grant", status: 400 });

  const state = randomState();
  const after = { post_logout_redirect_uri: `${provider.application}/signed-out`, state };
  await page.goto(buildEndSessionUrl(application, { ...after, id_token_hint: tokens.id_token ?? "" }).href);
  await page.waitForURL(`${provider.application}/signed-out?state=${state}`);
  await page.goto((await begun(application, provider)).address.href);
  await expect(page.getByLabel("Password")).toBeVisible();
});

test("a code is refused without the verifier of its challenge", SLOW, async ({ page, provider }) => {
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

test("services authenticate with secrets, MACs and keys of their own", SLOW, async ({ page, provider }) => {
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
    // Failed HTTP authentication is answered with a challenge, which the library reports differently.
    await expect(asked).rejects.toMatchObject({ status: 401 });
  }
});
