/** Certificates, virtual issuers and key sets, created with the API; and the engine's published documents. */
import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";
import { first } from "../session/administrator.ts";
import { get, put } from "../system/signedIn.ts";

const API = "/pf-admin-api/v1";
const SIGNING = "/keyPairs/signing";
export const KEY_SETS = "/keyPairs/oauthOpenIdConnect/additionalKeySets";
const SETTINGS = "/keyPairs/oauthOpenIdConnect";
const authorization = Buffer.from(`${first.username}:${first.password}`).toString("base64");
const headers = { "X-XSRF-Header": "e2e", Authorization: `Basic ${authorization}` };

export async function post(request: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await request.post(API + path, { headers, data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

export async function remove(request: APIRequestContext, path: string): Promise<void> {
  const answer = await request.delete(API + path, { headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

interface Listed {
  items: { id: string }[];
}

async function idsOf(request: APIRequestContext, path: string): Promise<string[]> {
  return (await get<Listed>(request, path)).items.map(({ id }) => id);
}

/** The certificates of the tests, created once for a server because generating keys takes time. */
export async function addCertificates(request: APIRequestContext): Promise<void> {
  const there = new Set(await idsOf(request, SIGNING));
  const ec = { keyAlgorithm: "EC", signatureAlgorithm: "SHA256withECDSA" };
  const wanted = [
    { id: "tokens-2026", commonName: "Tokens 2026", keyAlgorithm: "RSA", keySize: 2048 },
    { id: "tokens-2025", commonName: "Tokens 2025", keyAlgorithm: "RSA", keySize: 2048 },
    { id: "server-own", commonName: "Server's own", keyAlgorithm: "RSA", keySize: 2048 },
    { id: "p256", commonName: "Curve 256", ...ec, keySize: 256 },
    { id: "p384", commonName: "Curve 384", ...ec, keySize: 384, signatureAlgorithm: "SHA384withECDSA" },
  ];
  for (const each of wanted.filter(({ id }) => !there.has(id))) {
    await post(request, `${SIGNING}/generate`, {
      organization: "Hanse, Lübeck",
      country: "DE",
      validDays: 365,
      ...each,
    });
  }
}

/** Applies a function to many items, a few at a time. */
export async function inChunks<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += 20) await Promise.all(all.slice(start, start + 20).map(act));
}

/** The state after the setup: no key set, no issuer, dynamic keys. */
export async function clear(request: APIRequestContext): Promise<void> {
  await inChunks(await idsOf(request, KEY_SETS), (id) => remove(request, `${KEY_SETS}/${id}`));
  await inChunks(await idsOf(request, "/oauth/issuers"), (id) => remove(request, `/oauth/issuers/${id}`));
  await put(request, SETTINGS, { staticJwksEnabled: false });
}

export async function useStaticKeys(request: APIRequestContext): Promise<void> {
  await put(request, SETTINGS, {
    staticJwksEnabled: true,
    rsaActiveCertRef: { id: "server-own" },
    rsaActiveKeyId: "own",
  });
}

export async function addIssuers(request: APIRequestContext, ...names: string[]): Promise<void> {
  for (const name of names) {
    await post(request, "/oauth/issuers", { id: name.toLowerCase(), name, host: `${name.toLowerCase()}.example` });
  }
}

export function keySet(name: string, ...issuers: string[]) {
  return {
    id: name.toLowerCase().replaceAll(" ", "-"),
    name,
    issuers: issuers.map((id) => ({ id })),
    signingKeys: { rsaActiveCertRef: { id: "tokens-2025" }, rsaActiveKeyId: `${name} 2025` },
  };
}

type Jwk = JsonWebKey & { kid: string; alg?: string; x5c?: string[] };
interface Metadata {
  issuer: string;
  jwks_uri: string;
  signed_metadata: string;
}

/** The documents that an issuer publishes at the engine: its keys and its metadata. */
export async function published(request: APIRequestContext, engine: string, issuer: string) {
  const read = async <T>(path: string): Promise<T> => {
    const answer = await request.get(engine + path, { headers: { Host: `${issuer}.example` } });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const { keys } = await read<{ keys: Jwk[] }>("/pf/JWKS");
  return { keys, metadata: await read<Metadata>("/.well-known/openid-configuration") };
}

/** Verifies an issuer's signature with the key that it names, using a third-party library. */
export function isVerified(jws: string, keys: readonly Jwk[]): boolean {
  const [head = "", payload = "", signature = ""] = jws.split(".");
  const { alg, kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { alg: string; kid: string };
  const jwk = keys.find((one) => one.kid === kid && (one.alg ?? alg) === alg);
  if (alg !== "RS256" || !jwk) return false;
  const key = createPublicKey({ key: jwk, format: "jwk" });
  return verify("RSA-SHA256", Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, "base64url"));
}
