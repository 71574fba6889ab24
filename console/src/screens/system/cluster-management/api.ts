/** The calls of the screen. */
import { queryOptions } from "@tanstack/react-query";
import { REPLICATION_POLL } from "../../../features/banners/queries.ts";
import { replicationStatus } from "../../../features/nodes/replicationStatus.ts";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, ifMatch } from "../../../platform/api/transport.ts";

type Schemas = components["schemas"];

export type Status = Schemas["ClusterStatus"];
export type Node = Schemas["ClusterNode"];

/** Specification 2, section 9. A page that nobody looks at asks for nothing. */
export const LIVE = {
  refetchInterval: REPLICATION_POLL.idle,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
} as const;

export function isWorking(node: Node): boolean {
  const status = replicationStatus(node.replicationStatus);
  return status === "RETRIEVING" || status === "APPLYING";
}

/** Whether a node is retrieving or applying what is published. */
export function isReplicating({ nodes }: Status): boolean {
  return nodes.some(isWorking);
}

export const statusQuery = queryOptions({
  queryKey: ["cluster", "status"],
  queryFn: () => body(admin.GET("/cluster/status")),
  ...LIVE,
  refetchInterval: ({ state }) =>
    state.data && isReplicating(state.data) ? REPLICATION_POLL.busy : REPLICATION_POLL.idle,
});

/** Takes a node that cannot be reached out of the list; one that runs is not (409). */
export function removeNode(index: number) {
  return body(admin.DELETE("/cluster/nodes/{index}", { params: { path: { index: String(index) } } }));
}

export function replicate() {
  return body(admin.POST("/cluster/replicate"));
}

/** `etag` says which switches of roles this page knows of: somebody else's is not undone unseen. */
export function switchToActive(etag: string | undefined) {
  return body(admin.POST("/cluster/adminNode/role/active", { headers: ifMatch(etag) }));
}
