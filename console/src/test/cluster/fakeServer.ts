/** A server for tests of a cluster: its data, and the received requests. */
import { HttpResponse, http } from "msw";
import type { components } from "../../platform/api/generated/admin.ts";
import { server } from "../server.ts";

type Schemas = components["schemas"];
type Node = Schemas["ClusterNode"];

const API = "*/pf-admin-api/v1";

export function engine(index: number, changes: Partial<Node> = {}): Node {
  return {
    index,
    address: `engine-${index}.example:9031`,
    mode: "CLUSTERED_ENGINE",
    status: "RUNNING",
    version: "1.0.0",
    lastHeartbeat: "2026-11-21T18:17:07.000Z",
    configurationTimestamp: "2026-11-21T18:00:00.000Z",
    replicationStatus: "SUCCEEDED",
    ...changes,
  };
}

export function consoleNode(index: number, consoleRole: Schemas["ConsoleRole"], changes: Partial<Node> = {}): Node {
  return {
    index,
    address: `console-${index}.example:9999`,
    mode: "CLUSTERED_CONSOLE",
    status: "RUNNING",
    version: "1.0.0",
    lastHeartbeat: "2026-11-21T18:17:07.000Z",
    adminConsoleInfo: {
      consoleRole,
      consoleRoleLastUpdateDate: "2026-11-21T09:00:00.000Z",
      configSyncStatus: consoleRole === "ACTIVE" ? "NONE" : "SUCCEEDED",
      configSyncTimestamp: consoleRole === "ACTIVE" ? null : "2026-11-21T18:10:00.000Z",
    },
    ...changes,
  };
}

export interface Held {
  status: Schemas["ClusterStatus"];
  info: Schemas["ActivePassiveConsoleInfo"];
  adminVisible: boolean;
  /** The received requests, and their ETags. */
  calls: string[];
}

/** One active console and two engines, with nothing to replicate. */
export function clusterServer(): Held {
  const held: Held = {
    status: {
      nodes: [consoleNode(1, "ACTIVE"), engine(2), engine(3)],
      currentNodeIndex: 1,
      replicationRequired: false,
      mixedMode: false,
      lastConfigUpdateTime: "2026-11-21T18:17:07.000Z",
      lastReplicationTime: null,
    },
    info: { enabled: false, role: "ACTIVE" },
    adminVisible: true,
    calls: [],
  };
  const note = (request: Request) =>
    held.calls.push([request.method, new URL(request.url).pathname.split("/v1")[1], etagOf(request)].join(" ").trim());
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () =>
      HttpResponse.json({
        navTree: [],
        lockedPlaces: [],
        consoleTitle: "Hanse",
        version: "1",
        timezone: "UTC",
        consoleSessionTimeoutInMilli: 1_800_000,
        adminVisible: held.adminVisible,
        documentationUrls: { "server-clustering-guide": "/docs/clustering" },
      }),
    ),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(`${API}/cluster/status`, ({ request }) => {
      note(request);
      return HttpResponse.json(held.status);
    }),
    http.get(`${API}/internal/activePassiveConsoleInfo`, () =>
      HttpResponse.json({ clustered: true, ...held.info }, { headers: { ETag: '"4"' } }),
    ),
    http.delete(`${API}/cluster/nodes/:index`, ({ request, params }) => {
      note(request);
      held.status = { ...held.status, nodes: held.status.nodes.filter(({ index }) => String(index) !== params.index) };
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(`${API}/cluster/replicate`, ({ request }) => {
      note(request);
      held.status = { ...held.status, replicationRequired: false };
      return HttpResponse.json({ resultId: "success", message: "Done." });
    }),
    http.post(`${API}/cluster/adminNode/role/active`, ({ request }) => {
      note(request);
      return HttpResponse.json({ warnings: [] });
    }),
  );
  return held;
}

export function failing(path: string, status: number): void {
  const answer = () => HttpResponse.json({ resultId: "failed", message: "Not now." }, { status });
  server.use(http.post(API + path, answer), http.put(API + path, answer));
}

function etagOf(request: Request): string {
  return request.headers.get("If-Match") ?? "";
}
