/** Dynamic client registration (RFC 7591, RFC 7592) as openid-client runs it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  authorizationCodeGrant,
  ClientSecretBasic,
  clientCredentialsGrant,
  customFetch,
  dynamicClientRegistration,
  PrivateKeyJwt,
} from "openid-client";
import { get, post, put } from "../system/signedIn.ts";
import { expect, SLOW } from "../test.ts";
import { fetchThatTrusts } from "./fetchThatTrusts.ts";
import { addService, begun, configured, fillPassword, SCOPE, SECRET, SECRETS, signingKey, test } from "./provider.ts";

test(
  "an application registers itself, signs a user in, and changes and deletes its registration",
  SLOW,
  async ({ page, provider }) => {
    await post(page.request, "/oauth/authServerSettings/scopes/commonScopes", {
      name: "register",
      description: "Register clients",
    });
    const settings = await get<object>(page.request, "/oauth/clientSettings");
    const registration = { initialAccessTokenScope: "register", allowClientDelete: true };
    await put(page.request, "/oauth/clientSettings", { ...settings, dynamicClientRegistration: registration });
    await addService(page, "registrar", SECRETS);
    const registrar = await configured(provider, "registrar", ClientSecretBasic(SECRET));
    const initial = await clientCredentialsGrant(registrar, { scope: "register" });

    const key = await signingKey();
    const metadata = {
      client_name: "Portal",
      redirect_uris: [`${provider.application}/callback`],
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "private_key_jwt",
      // The library wants a plain JSON type, which the type of exported keys is not.
      jwks: JSON.parse(JSON.stringify({ keys: [key.jwk] })),
      scope: SCOPE,
    };
    const trusted = fetchThatTrusts(await readFile(join(provider.data, "tls", "server.crt"), "utf8"));
    const options = { [customFetch]: trusted };
    const server = new URL(provider.engine);
    await expect(dynamicClientRegistration(server, metadata, PrivateKeyJwt(key.key), options)).rejects.toMatchObject({
      status: 401,
    });
    const portal = await dynamicClientRegistration(server, metadata, PrivateKeyJwt(key.key), {
      ...options,
      initialAccessToken: initial.access_token,
    });
    const registered = portal.clientMetadata();
    expect(registered).toMatchObject({ client_name: "Portal", token_endpoint_auth_method: "private_key_jwt" });

    const attempt = await begun(portal, provider);
    await page.goto(attempt.address.href);
    await fillPassword(page, provider);
    await expect(page.getByText("This application registered itself")).toBeVisible();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(`${provider.application}/callback?**`);
    const tokens = await authorizationCodeGrant(portal, new URL(page.url()), attempt.checks);
    expect(tokens.claims()?.sub).toBe("joe");

    const { registration_client_uri: address, registration_access_token: first } = registered;
    // The library does not know RFC 7592, so these requests are its own.
    const manage = (method: string, token: unknown, body?: object) =>
      trusted(String(address), {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
    const renamed = { ...metadata, client_id: registered.client_id, client_name: "New portal" };
    const changed = await (await manage("PUT", first, renamed)).json();
    expect(changed).toMatchObject({ client_id: registered.client_id, client_name: "New portal" });
    // A change replaces the registration access token.
    const second = changed.registration_access_token;
    expect((await manage("DELETE", first)).status).toBe(401);
    expect((await manage("DELETE", second)).status).toBe(204);
    expect((await manage("GET", second)).status).toBe(401);
  },
);
