/** A server with scopes and scope groups, as far as the tests of their screen need one. */
import { HttpResponse, http } from "msw";
import { forgetToken } from "../../platform/api/client.ts";
import { server } from "../server.ts";

export const API = "*/pf-admin-api/v1";
const ROOT = `${API}/oauth/authServerSettings`;

interface Entry {
  name: string;
  description: string;
  dynamic?: boolean;
  scopes?: string[];
}

export interface Served {
  collections: Record<string, Entry[]>;
  settings: Record<string, unknown>;
  /** The received list requests: the collection and its query. */
  asked: { collection: string; query: Record<string, string> }[];
  /** The received changes: method, path and body. */
  sent: { method: string; place: string; body: unknown; etag: string | null }[];
  /** Answers the next save or deletion instead. */
  refuse: (() => Response) | undefined;
  /** The users of every scope. */
  users: { type: string; kind: string; id: string }[];
}

export const scope = (name: string): Entry => ({ name, description: `About ${name}`, dynamic: false });
export const dynamicScope = (name: string): Entry => ({ ...scope(name), dynamic: true });
export const manyScopes = (count: number) =>
  Array.from({ length: count }, (_, index) => scope(`scope-${String(index + 1).padStart(5, "0")}`));

export function refusal(message: string, ...validationErrors: { fieldPath?: string; message: string }[]) {
  const errors = validationErrors.map((error) => ({ errorId: "invalid", ...error }));
  return () => HttpResponse.json({ resultId: "validation_error", message, validationErrors: errors }, { status: 422 });
}

export function serveScopes(collections: Record<string, Entry[]> = {}): Served {
  forgetToken();
  const served: Served = {
    collections,
    settings: { defaultScopeDescription: "Basic access", refreshTokenLength: 42, scopes: [], scopeGroups: [] },
    asked: [],
    sent: [],
    refuse: undefined,
    users: [],
  };

  async function change(request: Request, place: string, status: number) {
    const body = request.method === "DELETE" ? undefined : await request.json();
    served.sent.push({ method: request.method, place, body, etag: request.headers.get("If-Match") });
    const refused = served.refuse?.();
    served.refuse = undefined;
    if (refused) return refused;
    return status === 204
      ? new HttpResponse(null, { status })
      : HttpResponse.json(body as object, { status, headers: { ETag: '"8"' } });
  }

  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })),
    http.post("*/pf-admin-ui/apitoken", () =>
      HttpResponse.json({ access_token: "token", token_type: "Bearer", expires_in: 600 }),
    ),
    http.get(`${ROOT}/scopes/:collection`, ({ request, params }) => {
      const collection = String(params.collection);
      const query = Object.fromEntries(new URL(request.url).searchParams);
      served.asked.push({ collection, query });
      const found = (served.collections[collection] ?? [])
        .filter(({ name }) => name.includes(query.filter ?? ""))
        .filter(({ dynamic = false }) => query.dynamic === undefined || `${dynamic}` === query.dynamic);
      if (query.sortOrder === "DESC") found.reverse();
      const size = Number(query.numberPerPage);
      const start = (Number(query.page) - 1) * size;
      return HttpResponse.json({ items: found.slice(start, start + size), totalItems: found.length });
    }),
    http.post(`${ROOT}/scopes/:collection`, ({ request, params }) => change(request, String(params.collection), 201)),
    http.get(`${ROOT}/scopes/:collection/:name`, ({ params }) => {
      const found = served.collections[String(params.collection)]?.find(({ name }) => name === params.name);
      if (!found) return HttpResponse.json({ resultId: "resource_not_found", message: "Not found." }, { status: 404 });
      return HttpResponse.json(found, { headers: { ETag: '"7"' } });
    }),
    http.put(`${ROOT}/scopes/:collection/:name`, ({ request, params }) =>
      change(request, `${params.collection}/${params.name}`, 200),
    ),
    http.delete(`${ROOT}/scopes/:collection/:name`, ({ request, params }) =>
      change(request, `${params.collection}/${params.name}`, 204),
    ),
    http.get(`${API}/internal/usedBy/oauth/authServerSettings/scopes/:collection/:name`, () =>
      HttpResponse.json({ items: served.users.map((user) => ({ ...user, path: "scopes[0]" })) }),
    ),
    http.get(ROOT, () => HttpResponse.json(served.settings, { headers: { ETag: '"7"' } })),
    http.put(ROOT, ({ request }) => change(request, "settings", 200)),
  );
  return served;
}
