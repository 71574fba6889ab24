/** A server with virtual issuers, as far as the tests of their screen need one. */
import { HttpResponse, http } from "msw";
import { forgetToken } from "../../platform/api/client.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { server } from "../server.ts";

type Issuer = components["schemas"]["Issuer"] & { id: string };

const API = "*/pf-admin-api/v1";
const ISSUERS = `${API}/oauth/issuers`;

export function issuer(name: string, changes: Partial<Issuer> = {}): Issuer {
  return { id: name.toLowerCase(), name, host: `${name.toLowerCase()}.example`, ...changes };
}

export interface Served {
  issuers: Issuer[];
  saves: { method: string; body: Record<string, unknown>; etag: string | null }[];
  /** The users of an issuer, by its ID; a test may change them while the screen is open. */
  users: Record<string, object[]>;
  /** Answers the next save or deletion instead. */
  refuse: (() => Response) | undefined;
}

export function serveIssuers(...issuers: Issuer[]): Served {
  forgetToken();
  const served: Served = { issuers, saves: [], users: {}, refuse: undefined };
  const refused = () => {
    const answer = served.refuse?.();
    served.refuse = undefined;
    return answer;
  };
  const save = async (request: Request, id: string | undefined) => {
    const body = (await request.json()) as Issuer;
    served.saves.push({ method: request.method, body: { ...body }, etag: request.headers.get("If-Match") });
    const stored = { ...body, id: id ?? body.id ?? "made" };
    return refused() ?? HttpResponse.json(stored, { headers: { ETag: '"8"' } });
  };
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get("*/pf-admin-ui/endpoints", () =>
      HttpResponse.json({
        addresses: served.issuers.map(({ host, path }) => ({
          origin: `https://${host}:9031`,
          path: path ?? "",
          isIssuer: true,
        })),
        endpoints: [],
      }),
    ),
    http.get(ISSUERS, () => HttpResponse.json({ items: served.issuers, totalItems: served.issuers.length })),
    http.get(`${ISSUERS}/:id`, ({ params }) => {
      const found = served.issuers.find(({ id }) => id === params.id);
      if (!found) return HttpResponse.json({ resultId: "resource_not_found", message: "Not there." }, { status: 404 });
      return HttpResponse.json(found, { headers: { ETag: '"7"' } });
    }),
    http.post(ISSUERS, ({ request }) => save(request, undefined)),
    http.put(`${ISSUERS}/:id`, ({ request, params }) => save(request, String(params.id))),
    http.delete(`${ISSUERS}/:id`, ({ params }) => {
      const answer = refused();
      if (answer) return answer;
      served.issuers = served.issuers.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.get(`${API}/internal/usedBy/oauth/issuers/:id`, ({ params }) =>
      HttpResponse.json({ items: served.users[String(params.id)] ?? [] }),
    ),
  );
  return served;
}
