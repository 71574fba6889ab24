/** Pure functions about the state of a cluster. */

import { queryOptions } from "@tanstack/react-query";
import { REPLICATION_POLL } from "../../../features/banners/queries.ts";
import { replicationStatus } from "../../../features/nodes/labels.tsx";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, ifMatch } from "../../../platform/api/transport.ts";

export function isPassive({ adminConsoleInfo }: Node): boolean {
  return adminConsoleInfo?.consoleRole === "PASSIVE";
}

function isLagging(node: Node): boolean {
  const status = replicationStatus(node.replicationStatus);
  return !isPassive(node) && (status === "OUT_OF_DATE" || status === "FAILED");
}

/** The nodes without the published configuration; passive consoles are not included (specification 2, section 4). */
export function lagging({ nodes }: Status): Node[] {
  return nodes.filter(isLagging);
}

/** True if the server says so, or if a node that is not passive is out of date or has failed. */
export function isReplicationRequired(status: Status): boolean {
  return status.replicationRequired || lagging(status).length > 0;
}

/** The data of the banners. */
export function replicationOf(status: Status): components["schemas"]["ReplicationInfo"] {
  const nodes = lagging(status).flatMap(({ index, address, replicationStatus: word, replicationFailure = null }) =>
    word ? { index, address, replicationStatus: word, replicationFailure } : [],
  );
  return { replicationRequired: status.replicationRequired, nodes, isReplicating: isReplicating(status) };
}

/** The engines and the active console, those with problems first. */
export function activeNodes({ nodes }: Status): Node[] {
  return nodes.filter((node) => !isPassive(node)).toSorted(byTrouble);
}

export function consoles({ nodes }: Status): Node[] {
  return nodes.filter(({ adminConsoleInfo }) => adminConsoleInfo).toSorted(byTrouble);
}

/** The active console, if it exists. */
export function activeConsole({ nodes }: Status): Node | undefined {
  return nodes.find((node) => node.adminConsoleInfo?.consoleRole === "ACTIVE" && node.status === "RUNNING");
}

/** True if a node runs another version than this console. */
export function hasOtherVersion({ version, status }: Node, here: Node | undefined): boolean {
  return here !== undefined && status === "RUNNING" && version !== here.version;
}

export function runningOf(nodes: readonly Node[]): number {
  return nodes.filter(({ status }) => status === "RUNNING").length;
}

export interface Counts {
  away: number;
  failed: number;
  outOfDate: number;
  working: number;
  /** True if the status is unknown here, which happens only for a node of another version. */
  other: number;
}

export function countsOf(nodes: readonly Node[]): Counts {
  const count = (holds: (node: Node) => boolean) => nodes.filter(holds).length;
  return {
    away: count(({ status }) => status !== "RUNNING"),
    failed: count(hasFailed),
    outOfDate: count((node) => replicationStatus(node.replicationStatus) === "OUT_OF_DATE"),
    working: count(isWorking),
    other: count(isInOtherState),
  };
}

// Temporary states do not change the order: rows that move while somebody reads them are no help.
function byTrouble(one: Node, other: Node): number {
  return Number(isInTrouble(other)) - Number(isInTrouble(one)) || one.index - other.index;
}

function isInTrouble(node: Node): boolean {
  return node.status !== "RUNNING" || hasFailed(node);
}

function statesOf({ replicationStatus: replication, adminConsoleInfo }: Node) {
  return [replication, adminConsoleInfo?.configSyncStatus].map(replicationStatus);
}

function hasFailed(node: Node): boolean {
  return statesOf(node).includes("FAILED");
}

function isInOtherState(node: Node): boolean {
  return statesOf(node).includes("other");
}

type Schemas = components["schemas"];

export type Status = Schemas["ClusterStatus"];
export type Node = Schemas["ClusterNode"];

/** Specification 2, section 9. A hidden page reads nothing. */
export const LIVE = {
  refetchInterval: REPLICATION_POLL.idle,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
} as const;

function isWorking(node: Node): boolean {
  const status = replicationStatus(node.replicationStatus);
  return status === "RETRIEVING" || status === "APPLYING";
}

/** True if a node is retrieving or applying the published configuration. */
function isReplicating({ nodes }: Status): boolean {
  return nodes.some(isWorking);
}

export const statusQuery = queryOptions({
  queryKey: ["cluster", "status"],
  queryFn: () => body(admin.GET("/cluster/status")),
  ...LIVE,
  refetchInterval: ({ state }) =>
    state.data && isReplicating(state.data) ? REPLICATION_POLL.busy : REPLICATION_POLL.idle,
});

/** Removes an unreachable node from the list; the server refuses it for a running one (409). */
export function removeNode(index: number) {
  return body(admin.DELETE("/cluster/nodes/{index}", { params: { path: { index: String(index) } } }));
}

export function replicate() {
  return body(admin.POST("/cluster/replicate"));
}

/** `etag` identifies the last known switch of roles, so that a newer one is not undone unseen. */
export function switchToActive(etag: string | undefined) {
  return body(admin.POST("/cluster/adminNode/role/active", { headers: ifMatch(etag) }));
}
