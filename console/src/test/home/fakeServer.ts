/** A server for tests of the dashboard: its data, and the received requests. */
import { HttpResponse, http } from "msw";
import type { components } from "../../platform/api/generated/admin.ts";
import type { NavItem } from "../../platform/api/session.ts";
import { server } from "../server.ts";

type ClusterNode = components["schemas"]["ClusterNode"];
type Shortcut = components["schemas"]["Shortcut"];

export const API = "*/pf-admin-api/v1/internal";
export const documentationUrls = {
  "server-clustering-guide": "/docs/clustering",
  "resource-downloads": "/docs/downloads",
  "release-notes": "/docs/release-notes",
  support: "https://help.example/",
  "integration-directory": "/docs/integrations",
  devops: "/docs/devops",
  "performance-tuning-guide": "/docs/performance",
};
export const page = (id: string, label: string): Shortcut => ({ id, label, iconName: "host" });
const hosts = page("hosts", "Virtual Host Names");
export const license = page("license", "License");
const keys = page("keys", "Token Signing Keys");
export const leaf = ({ id, label }: Shortcut): NavItem => ({
  id,
  label,
  level: "LEAF",
  path: `/${id}`,
  react: true,
  children: [],
});
export const navTree: NavItem[] = [
  { id: "all", label: "All", level: "PRIMARY", path: null, react: true, children: [hosts, license, keys].map(leaf) },
];
export const node = (index: number, changes: Partial<ClusterNode> = {}): ClusterNode => ({
  index,
  address: `10.0.0.${index}:9999`,
  mode: "CLUSTERED_ENGINE",
  status: "RUNNING",
  version: "1.0.0",
  lastHeartbeat: new Date(Date.now() - 4000).toISOString(),
  ...changes,
});

export interface Held {
  nodes: ClusterNode[];
  nodeCalls: number;
  choice: string[];
  sent: unknown[];
  demo: components["schemas"]["DemoView"];
  figures: components["schemas"]["EngineFiguresView"];
  periods: (string | null)[];
}

const noDemo = {
  offered: false,
  created: false,
  running: false,
  url: "http://localhost:9032",
  objects: ["OAuth client"],
};

const noFigures = {
  stepMinutes: 5,
  steps: [],
  signedIn: 0,
  signInFailures: 0,
  reasons: [],
  tokens: 0,
  grantTypes: [],
  tokenFailures: 0,
  errors: [],
};

export function fakeServer(): Held {
  const held: Held = {
    nodes: [],
    nodeCalls: 0,
    choice: ["license", "hosts"],
    sent: [],
    demo: { ...noDemo },
    figures: noFigures,
    periods: [],
  };
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree, documentationUrls })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(`${API}/nodes`, () => {
      held.nodeCalls += 1;
      return HttpResponse.json({ items: held.nodes });
    }),
    http.get(`${API}/engineFigures`, ({ request }) => {
      held.periods.push(new URL(request.url).searchParams.get("period"));
      return HttpResponse.json(held.figures);
    }),
    http.get(`${API}/demo`, () => HttpResponse.json(held.demo)),
    http.post(`${API}/demo`, () => {
      held.demo = { ...held.demo, offered: false, created: true, running: true };
      return HttpResponse.json(held.demo);
    }),
    http.delete(`${API}/demo`, () => {
      held.demo = { ...noDemo, offered: true };
      return new HttpResponse(null, { status: 204 });
    }),
    http.get(`${API}/user/preferences/shortcuts`, () => HttpResponse.json({ shortcuts: { items: held.choice } })),
    http.get(`${API}/user/shortcuts`, () =>
      HttpResponse.json({ recentlyUsed: [hosts], security: [keys], system: [hosts, license] }),
    ),
    http.get(`${API}/user/shortcuts/default`, () => HttpResponse.json({ items: [hosts, license] })),
    http.put(`${API}/user/preferences/shortcuts`, async ({ request }) => {
      const body = (await request.json()) as { shortcuts: { items: string[] } };
      held.sent.push(body);
      held.choice = body.shortcuts.items;
      return HttpResponse.json({ shortcuts: body.shortcuts });
    }),
  );
  return held;
}
