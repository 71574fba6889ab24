/** A clustered server for the dashboard: the test sets the answer of `GET internal nodes`. */
import type { Page } from "@playwright/test";

export interface GivenNode {
  index: number;
  [field: string]: unknown;
}

export function node(index: number, changes: object = {}): GivenNode {
  return {
    index,
    address: `engine-${index}.example.com:9031`,
    mode: "CLUSTERED_ENGINE",
    status: "RUNNING",
    version: "1.0.0",
    lastHeartbeat: new Date(Date.now() - 4000).toISOString(),
    ...changes,
  };
}

export const SIX: readonly GivenNode[] = [
  node(1, { mode: "CLUSTERED_CONSOLE", adminConsoleInfo: { consoleRole: "ACTIVE" } }),
  node(2, { mode: "CLUSTERED_CONSOLE", adminConsoleInfo: { consoleRole: "PASSIVE" } }),
  node(3, { replicationStatus: "SUCCEEDED", nodeGroup: "north", nodeTags: "blue red" }),
  node(4, { replicationStatus: "OUT_OF_DATE" }),
  node(5, { replicationStatus: "FAILED", status: "UNREACHABLE", lastHeartbeat: "2026-01-02T03:04:05.000Z" }),
  node(6, { mode: "CLUSTERED_DUAL", replicationStatus: "APPLYING" }),
];

/** Answers with these nodes from now on; the list may be replaced while the page is open. */
export async function cluster(page: Page, nodes: readonly GivenNode[]): Promise<{ nodes: readonly GivenNode[] }> {
  const held = { nodes };
  await page.route("**/internal/nodes", (route) => route.fulfill({ json: { items: held.nodes } }));
  return held;
}
