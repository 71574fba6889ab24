/** A server with key sets, issuers and certificates, as far as the tests of their screens need one. */
import { HttpResponse, http } from "msw";
import type { components } from "../../platform/api/generated/admin.ts";
import { server } from "../server.ts";
import { API, keyPair, type Served, serveKeyPairs } from "./fakeServer.ts";

type KeySet = components["schemas"]["AdditionalKeySet"] & { id: string };
type Settings = components["schemas"]["OAuthOidcKeysSettings"];

const KEY_SETS = `${API}/keyPairs/oauthOpenIdConnect/additionalKeySets`;

export const RSA = keyPair({ id: "rsa-1", subjectDN: "CN=Tokens 2026", sha256Fingerprint: "AA01" });
export const OLDER = keyPair({ id: "rsa-2", subjectDN: "CN=Tokens 2025", sha256Fingerprint: "AA02" });
export const P256 = keyPair({
  id: "p256-1",
  subjectDN: "CN=Curve",
  keyAlgorithm: "EC",
  keySize: 256,
  sha256Fingerprint: "AA03",
});

export function keySet(name: string, ...issuers: string[]): KeySet {
  return {
    id: name.toLowerCase(),
    name,
    issuers: issuers.map((id) => ({ id })),
    signingKeys: { rsaActiveCertRef: { id: "rsa-1" }, rsaActiveKeyId: `${name} 2026` },
  };
}

export interface TokenKeys extends Served {
  keySets: KeySet[];
  issuers: { id: string; name: string; host: string }[];
  settings: Settings;
  /** The entity tags of the received saves. */
  etags: (string | null)[];
  /** Answers the next save instead. */
  refuse: (() => Response) | undefined;
}

/** The issuers are "Bremen", "Lübeck" and "Rostock". */
export function serveTokenKeys(...keySets: KeySet[]): TokenKeys {
  const served: TokenKeys = Object.assign(serveKeyPairs(RSA, OLDER, P256), {
    keySets,
    issuers: ["Bremen", "Lübeck", "Rostock"].map((name) => ({ id: name, name: `${name} AG`, host: `${name}.example` })),
    settings: { staticJwksEnabled: true, rsaActiveCertRef: { id: "rsa-2" }, rsaActiveKeyId: "own" } as Settings,
    etags: [],
    refuse: undefined,
  });
  const usedBy = (issuer: string) => served.keySets.find(({ issuers }) => issuers.some(({ id }) => id === issuer))?.id;

  async function save(request: Request, status: number, store: (body: never) => void) {
    const body = await request.json();
    served.bodies.push(body);
    served.etags.push(request.headers.get("If-Match"));
    const refusal = served.refuse?.();
    served.refuse = undefined;
    if (refusal) return refusal;
    store(body as never);
    return HttpResponse.json(body, { status, headers: { ETag: '"8"' } });
  }

  server.use(
    http.get(KEY_SETS, ({ request }) => answerList(request, served.keySets, ({ name }) => name)),
    http.get(`${KEY_SETS}/:id`, ({ params }) => {
      const found = served.keySets.find(({ id }) => id === params.id);
      if (!found) return HttpResponse.json({ resultId: "resource_not_found", message: "Not there." }, { status: 404 });
      return HttpResponse.json(found, { headers: { ETag: '"7"' } });
    }),
    http.get(`${API}/internal/usedBy/keyPairs/oauthOpenIdConnect/additionalKeySets/:id`, () =>
      HttpResponse.json({ items: served.usages }),
    ),
    http.post(KEY_SETS, ({ request }) => save(request, 201, (body) => served.keySets.push(body))),
    http.put(`${KEY_SETS}/:id`, ({ request }) => save(request, 200, () => undefined)),
    http.delete(`${KEY_SETS}/:id`, ({ params }) => {
      served.keySets = served.keySets.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.get("*/pf-admin-ui/endpoints", () =>
      HttpResponse.json({
        addresses: served.issuers.map(({ host }) => ({ origin: `https://${host}`, path: "", isIssuer: true })),
        endpoints: [],
      }),
    ),
    http.get(`${API}/oauth/issuers`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const free = (id: string) => !usedBy(id) || usedBy(id) === query.get("orUsedBy");
      const issuers = query.has("unusedBy") ? served.issuers.filter(({ id }) => free(id)) : served.issuers;
      return answerList(request, issuers, ({ name }) => name);
    }),
    http.get(`${API}/keyPairs/signing`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const algorithm = query.get("keyAlgorithm");
      const size = query.get("keySize");
      const pairs = served.pairs.filter(
        (pair) => (!algorithm || pair.keyAlgorithm === algorithm) && (!size || pair.keySize === Number(size)),
      );
      return answerList(request, pairs, ({ subjectDN }) => subjectDN);
    }),
    http.get(`${API}/keyPairs/oauthOpenIdConnect`, () =>
      HttpResponse.json(served.settings, { headers: { ETag: '"7"' } }),
    ),
    http.put(`${API}/keyPairs/oauthOpenIdConnect`, ({ request }) =>
      save(request, 200, (body) => {
        served.settings = body;
      }),
    ),
  );
  return served;
}

/** One page of a list, filtered by words and by IDs. */
function answerList<T extends { id: string }>(request: Request, all: readonly T[], textOf: (item: T) => string) {
  const query = new URL(request.url).searchParams;
  const filter = query.get("filter")?.toLowerCase() ?? "";
  const ids = query.get("ids")?.split(",");
  const found = all
    .filter((item) => !ids || ids.includes(item.id))
    .filter((item) => textOf(item).toLowerCase().includes(filter));
  const size = Number(query.get("numberPerPage") ?? found.length);
  const start = (Number(query.get("page") ?? 1) - 1) * size;
  return HttpResponse.json({ items: found.slice(start, start + size), totalItems: found.length });
}
