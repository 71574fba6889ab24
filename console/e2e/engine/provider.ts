/** A server with a demo user and applications that use openid-client. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page, PlaywrightWorkerArgs } from "@playwright/test";
import {
  buildAuthorizationUrl,
  type ClientAuth,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { freePort } from "../demo/freePort.ts";
import { type RunningServer, removeServer, startServer } from "../server.ts";
import { setUp } from "../session/administrator.ts";
import { asFirst, post, put } from "../system/signedIn.ts";
import { test as base, expect } from "../test.ts";
import { fetchThatTrusts } from "./fetchThatTrusts.ts";

export const SCOPE = "openid profile email";
export const SECRET = "clear-secret-with-enough-octets-for-hs256";
export const SECRETS = { type: "SECRET", secret: SECRET };

export interface Provider extends RunningServer {
  password: string;
  /** The redirect URI of the applications: a page that shows that the response arrived. */
  application: string;
}

export const test = base.extend<object, { provider: Provider; server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await startServer({ HANSE_DEMO_PORT: String(await freePort()) });
      await use(server);
      await removeServer(server);
    },
    { scope: "worker" },
  ],
  provider: [({ playwright, server }, use) => provide(playwright, server, use), { scope: "worker" }],
});

/** Sets a server up with its demo, for as long as `use` runs. */
export async function provide(
  { request: requests }: PlaywrightWorkerArgs["playwright"],
  server: RunningServer,
  use: (provider: Provider) => Promise<void>,
): Promise<void> {
  const request = await requests.newContext({ baseURL: server.admin, ignoreHTTPSErrors: true });
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
  // The demo's own application outlives the server, and its configuration is used by these clients.
  process.kill(demoRecord.process, "SIGKILL");
}

const clientCredentialsMapping = {
  context: { type: "CLIENT_CREDENTIALS" },
  accessTokenManagerRef: { id: "demo-tokens" },
  attributeContractFulfillment: Object.fromEntries(
    ["sub", "name", "email"].map((name) => [name, { source: { type: "CONTEXT" }, value: "ClientId" }]),
  ),
};

/** Reads the metadata; signatures of ID tokens are verified too, though they come over TLS. */
export async function configured(
  provider: Provider,
  id: string,
  method?: ClientAuth,
  ...features: ((configuration: Configuration) => void)[]
): Promise<Configuration> {
  const certificate = await readFile(join(provider.data, "tls", "server.crt"), "utf8");
  const found = await discovery(new URL(provider.engine), id, undefined, method, {
    [customFetch]: fetchThatTrusts(certificate),
    execute: [enableNonRepudiationChecks, ...features],
  });
  return found;
}

export async function begun(application: Configuration, provider: Provider) {
  const { parameters, checks } = await prepared(provider);
  return { address: buildAuthorizationUrl(application, parameters), checks };
}

/** The parameters of an authorization request, and the values with which the library compares the response. */
export async function prepared(provider: Provider) {
  const [pkceCodeVerifier, expectedState, expectedNonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()];
  const parameters = {
    redirect_uri: `${provider.application}/callback`,
    scope: SCOPE,
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  };
  return { parameters, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } };
}

export async function signIn(page: Page, provider: Provider): Promise<void> {
  await fillPassword(page, provider);
  await page.getByRole("button", { name: "Allow" }).click();
}

export async function fillPassword(page: Page, { password }: Provider): Promise<void> {
  await page.getByLabel("Username").fill("joe");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function addService(
  page: Page,
  id: string,
  clientAuth: object,
  grantTypes = ["CLIENT_CREDENTIALS"],
  more: object = {},
): Promise<void> {
  await post(page.request, "/oauth/clients", { clientId: id, name: id, grantTypes, clientAuth, ...more });
}

/** A new key for ES256: the private key for the library, the public key for the server. */
export async function signingKey() {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  return { key: privateKey, jwk: { ...(await crypto.subtle.exportKey("jwk", publicKey)), use: "sig", alg: "ES256" } };
}
