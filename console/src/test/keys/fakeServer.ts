/** A server with key pairs, as far as the tests of their screens need one. */
import { HttpResponse, http } from "msw";
import { forgetToken } from "../../platform/api/client.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { server } from "../server.ts";

type KeyPair = components["schemas"]["KeyPairView"];

export const API = "*/pf-admin-api/v1";
const DAY_MS = 86_400_000;

/** The time in this many days; half a day is added to avoid the boundary between days. */
export const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * DAY_MS).toISOString();

export function keyPair(changes: Partial<KeyPair> = {}): KeyPair {
  return {
    id: "signing-1",
    serialNumber: "40987",
    subjectDN: "CN=sso.example.com,O=Example\\, Ltd,C=DE",
    issuerDN: "CN=sso.example.com,O=Example\\, Ltd,C=DE",
    subjectAlternativeNames: ["sso.example.com", "192.0.2.1"],
    validFrom: "2026-01-01T00:00:00.000Z",
    expires: inDays(100),
    keyAlgorithm: "RSA",
    keySize: 2048,
    signatureAlgorithm: "SHA256withRSA",
    version: 3,
    sha1Fingerprint: "00FF",
    sha256Fingerprint: "ABCDEF",
    status: "VALID",
    rotationSettings: null,
    ...changes,
  };
}

/** The fake server's data, and the received requests. */
export interface Served {
  pairs: KeyPair[];
  usages: object[];
  /** Method, path below the API and query of each call. */
  calls: string[];
  bodies: unknown[];
}

export function serveKeyPairs(...pairs: KeyPair[]): Served {
  forgetToken();
  const served: Served = { pairs, usages: [], calls: [], bodies: [] };
  server.events.removeAllListeners();
  server.events.on("request:start", ({ request }) => {
    const { pathname, search } = new URL(request.url);
    const [, path] = pathname.split("/pf-admin-api/v1");
    if (path) served.calls.push(`${request.method} ${path}${search}`);
  });
  const one = (id: unknown) => served.pairs.find((pair) => pair.id === id);
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(`${API}/keyPairs/signing`, () =>
      HttpResponse.json({ items: served.pairs, totalItems: served.pairs.length }),
    ),
    http.get(`${API}/keyPairs/signing/:id`, ({ params }) => {
      const pair = one(params.id);
      return pair ? HttpResponse.json(pair) : refusal(404, "Signing Key Pair was not found.");
    }),
    http.get(`${API}/internal/usedBy/keyPairs/signing/:id`, () => HttpResponse.json({ items: served.usages })),
  );
  return served;
}

/** A refusal; each entry of `fields` is a finding at that path. */
export function refusal(status: number, message: string, fields: Record<string, string> = {}) {
  const validationErrors = Object.entries(fields).map(([fieldPath, text]) => ({
    errorId: "x",
    message: text,
    fieldPath,
  }));
  return HttpResponse.json({ resultId: "x", message, validationErrors }, { status });
}
