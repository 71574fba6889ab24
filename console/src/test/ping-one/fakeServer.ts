/** A server with connections, as far as the tests of their screens need one. */
import { HttpResponse, http } from "msw";
import { forgetToken } from "../../platform/api/client.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { server } from "../server.ts";

type Connection = components["schemas"]["PingOneConnection"] & { id: string };

export const API = "*/pf-admin-api/v1";

export function connection(changes: Partial<Connection> = {}): Connection {
  return {
    id: "c-1",
    name: "Kontor",
    description: "Ours",
    active: true,
    encryptedCredential: "sealed",
    credentialId: "credential-1",
    pingOneConnectionId: "gateway-1",
    environmentId: "environment-1",
    creationDate: "2026-11-20T09:30:00.000Z",
    organizationName: "Kontor GmbH",
    region: "EU",
    ...changes,
  };
}

/** The fake server's data, and the received requests. */
export interface Served {
  connections: Connection[];
  /** Method and path below the API of each call. */
  calls: string[];
  saves: { body: Record<string, unknown>; headers: Headers }[];
}

/** Replaces answers; a test names only the members that matter to it. */
export interface Answers {
  save?: () => Response | Promise<Response> | undefined;
  remove?: () => Response;
  usage?: () => Response;
  /** The objects that refer to a connection. */
  users?: () => Response;
  serviceAssociations?: () => Response | Promise<Response>;
  credentialStatus?: () => Response | Promise<Response>;
  environments?: () => Response | Promise<Response>;
}

export function serveConnections(connections: Connection[], answers: Answers = {}): Served {
  forgetToken();
  const served: Served = { connections, calls: [], saves: [] };
  server.events.removeAllListeners();
  server.events.on("request:start", ({ request }) => {
    const [, path] = request.url.split("/pf-admin-api/v1");
    if (path) served.calls.push(`${request.method} ${path}`);
  });
  const ITEM = `${API}/pingOneConnections/:id`;
  const find = (id: unknown) => served.connections.find((one) => one.id === id);
  const item = (one: Connection | undefined) =>
    one
      ? HttpResponse.json(one, { headers: { ETag: '"1"' } })
      : HttpResponse.json({ resultId: "not_found", message: "It is not there." }, { status: 404 });
  const save = async (request: Request, id: string) => {
    const body = (await request.json()) as Record<string, unknown>;
    served.saves.push({ body, headers: request.headers });
    const instead = await answers.save?.();
    if (instead) return instead;
    const stored = { ...find(id), ...body, id } as Connection;
    served.connections = [...served.connections.filter((one) => one.id !== id), stored];
    return item(stored);
  };
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(`${API}/pingOneConnections`, () =>
      HttpResponse.json({ items: served.connections, totalItems: served.connections.length }),
    ),
    http.post(`${API}/pingOneConnections`, ({ request }) => save(request, "new")),
    http.get(ITEM, ({ params }) => item(find(params.id))),
    http.put(ITEM, ({ request, params }) => save(request, String(params.id))),
    http.delete(ITEM, ({ params }) => {
      if (answers.remove) return answers.remove();
      served.connections = served.connections.filter((one) => one.id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.get(
      `${API}/internal/usedBy/pingOneConnections/:id`,
      () => answers.users?.() ?? HttpResponse.json({ items: [] }),
    ),
    http.get(`${ITEM}/usage`, () => answers.usage?.() ?? HttpResponse.json({ categories: [], items: [] })),
    http.get(`${ITEM}/serviceAssociations`, () => answers.serviceAssociations?.() ?? HttpResponse.json({ items: [] })),
    http.get(
      `${ITEM}/credentialStatus`,
      () => answers.credentialStatus?.() ?? HttpResponse.json({ pingOneCredentialStatus: "VALID" }),
    ),
    http.get(`${ITEM}/environments`, () => answers.environments?.() ?? HttpResponse.json({ items: [] })),
  );
  return served;
}

/** A refusal with findings at fields. */
export function refusal(...findings: [fieldPath: string, message: string, errorId?: string][]): Response {
  const validationErrors = findings.map(([fieldPath, message, errorId = "x"]) => ({ errorId, message, fieldPath }));
  return HttpResponse.json({ resultId: "validation_error", message: "no", validationErrors }, { status: 422 });
}

export function failure(status: number, message: string): Response {
  return HttpResponse.json({ resultId: "x", message }, { status });
}
