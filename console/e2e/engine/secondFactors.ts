/** Policies that ask for a second factor after the password, and an authenticator app. */
import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { authorizationCodeGrant, ClientSecretBasic } from "openid-client";
import { get, post, put } from "../system/signedIn.ts";
import { expect } from "../test.ts";
import { begun, configured, fillPassword, type Provider, SECRET, SECRETS } from "./provider.ts";

interface Policies {
  authnSelectionTrees: { id: string; rootNode: PolicyNode }[];
}

interface PolicyNode {
  action: { type: string; context?: string };
  children: PolicyNode[];
}

const POLICIES = "/authenticationPolicies/default";
export const FORM = "demo-sign-in";

/** Adds an adapter to the policy of the demo, after the password, while a test runs. */
export async function withSecondFactor(page: Page, adapter: object & { id: string }, run: () => Promise<void>) {
  await post(page.request, "/idp/adapters", adapter);
  const user = { source: { type: "ADAPTER", id: FORM }, value: "username" };
  const mapping = { inputUserIdMapping: user, userIdAuthenticated: true };
  await withPolicy(
    page,
    (root) => ({
      ...root,
      children: [
        ...root.children.filter(({ action }) => action.context !== "Success"),
        { action: sourceAction(adapter.id, "Success", mapping), children: [failed, successOf(root)] },
      ],
    }),
    run,
  );
}

/** Puts an adapter that signs users in alone before the password, which is then for users for whom it fails. */
export async function withFirstFactor(page: Page, adapter: string, run: () => Promise<void>) {
  await withPolicy(
    page,
    (root) => {
      const form = { ...root, action: { ...root.action, context: "Fail" } };
      return { action: sourceAction(adapter), children: [form, successWith(root, adapter, "subject")] };
    },
    run,
  );
}

export const failed: PolicyNode = { action: { type: "DONE", context: "Fail" }, children: [] };

export function sourceAction(adapter: string, context?: string, more: object = {}) {
  const authenticationSource = { type: "IDP_ADAPTER", sourceRef: { id: adapter } };
  return { type: "AUTHN_SOURCE", ...(context === undefined ? {} : { context }), authenticationSource, ...more };
}

function successOf(root: PolicyNode): PolicyNode {
  const found = root.children.find(({ action }) => action.context === "Success");
  if (found === undefined) throw new Error("The demo has another policy.");
  return found;
}

/** The end of the policy with another adapter, which has only one attribute: the user. */
export function successWith(root: PolicyNode, adapter: string, attribute: string): PolicyNode {
  const mapping = JSON.stringify(successOf(root)).replaceAll(FORM, adapter);
  return JSON.parse(mapping.replaceAll(/"value":"(username|name|email)"/g, `"value":"${attribute}"`));
}

export async function withPolicy(page: Page, change: (root: PolicyNode) => PolicyNode, run: () => Promise<void>) {
  const before = await get<Policies>(page.request, POLICIES);
  const authnSelectionTrees = before.authnSelectionTrees.map((policy) =>
    policy.id === "demo-policy" ? { ...policy, rootNode: change(policy.rootNode) } : policy,
  );
  await put(page.request, POLICIES, { ...before, authnSelectionTrees });
  await run();
  await put(page.request, POLICIES, before);
}

/** Registers an application, and returns a function that begins a sign-in and one that completes it. */
export async function signInApplication(page: Page, provider: Provider, clientId: string) {
  await post(page.request, "/oauth/clients", {
    clientId,
    name: "Shop",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE"],
    clientAuth: SECRETS,
    bypassApprovalPage: true,
  });
  const application = await configured(provider, clientId, ClientSecretBasic(SECRET));
  let attempt = await begun(application, provider);
  return {
    /** Opens the sign-in page in a browser without a session. */
    open: async () => {
      await page.context().clearCookies();
      attempt = await begun(application, provider);
      await page.goto(attempt.address.href);
    },
    // A changed policy that reaches the engine during a sign-in begins the sign-in again.
    enterPassword: () =>
      expect(async () => {
        await fillPassword(page, provider);
        await expect(page.getByRole("heading", { level: 1, name: "Sign in", exact: true })).toBeHidden({
          timeout: 5000,
        });
      }).toPass(),
    expectSignedIn: async () => {
      await page.waitForURL(`${provider.application}/callback?**`);
      const tokens = await authorizationCodeGrant(application, new URL(page.url()), attempt.checks);
      expect(tokens.claims()?.sub).toBe("joe");
    },
  };
}

/** The code of an authenticator app (RFC 6238); `steps` half-minutes from now. */
export function totpCode(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll(" ", "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((octet) => Number.parseInt(octet, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}
