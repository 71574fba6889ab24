/** A server with authorization detail types and processors, as far as the tests of their screens need one. */
import { HttpResponse, http } from "msw";
import { forgetToken } from "../../platform/api/client.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { server } from "../server.ts";

type Schemas = components["schemas"];
export type DetailType = Schemas["AuthorizationDetailType"] & { id: string };
export type Processor = Schemas["AuthorizationDetailProcessor"] & { id: string };

const API = "*/pf-admin-api/v1";
const TYPES = `${API}/oauth/authorizationDetailTypes`;
const PROCESSORS = `${API}/oauth/authorizationDetailProcessors`;

export function detailType(type: string, changes: Partial<DetailType> = {}): DetailType {
  return { id: type, type, active: true, authorizationDetailProcessorRef: { id: "payments" }, ...changes };
}

export function processor(id: string, changes: Partial<Processor> = {}): Processor {
  return {
    id,
    name: `Processor ${id}`,
    pluginDescriptorRef: { id: "doors" },
    configuration: { fields: [{ name: "Host", value: `${id}.example` }], tables: [] },
    lastModified: "2026-11-21T08:30:00.000Z",
    ...changes,
  };
}

export interface Served {
  types: DetailType[];
  processors: Processor[];
  /** The users of each item. */
  users: object[];
  saves: { method: string; body: Record<string, unknown>; etag: string | null }[];
  /** Answers the next save or deletion instead. */
  refuse: (() => Response) | undefined;
}

export function serveDetails(types: DetailType[], processors: Processor[]): Served {
  forgetToken();
  const served: Served = { types, processors, users: [], saves: [], refuse: undefined };
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(`${API}/internal/usedBy/oauth/:collection/:id`, () => HttpResponse.json({ items: served.users })),
    ...collection(TYPES, "types", served),
    ...collection(PROCESSORS, "processors", served),
  );
  return served;
}

function collection(path: string, kind: "types" | "processors", served: Served) {
  const items = () => served[kind] as { id: string }[];
  const refused = () => {
    const answer = served.refuse?.();
    served.refuse = undefined;
    return answer;
  };
  const save = async (request: Request, id: string | undefined) => {
    const body = (await request.json()) as Record<string, unknown>;
    served.saves.push({ method: request.method, body, etag: request.headers.get("If-Match") });
    return refused() ?? HttpResponse.json({ ...body, id: id ?? body.id ?? "made" }, { headers: { ETag: '"8"' } });
  };
  return [
    http.get(path, () => HttpResponse.json({ items: items(), totalItems: items().length })),
    http.get(`${path}/:id`, ({ params }) =>
      HttpResponse.json(
        items().find(({ id }) => id === params.id),
        { headers: { ETag: '"7"' } },
      ),
    ),
    http.post(path, ({ request }) => save(request, undefined)),
    http.put(`${path}/:id`, ({ request, params }) => save(request, String(params.id))),
    http.delete(`${path}/:id`, ({ params }) => {
      const answer = refused();
      if (answer) return answer;
      served[kind] = items().filter(({ id }) => id !== params.id) as never;
      return new HttpResponse(null, { status: 204 });
    }),
  ];
}
