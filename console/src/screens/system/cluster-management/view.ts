/** Pure questions about the state of a cluster. */

import { replicationStatus } from "../../../features/nodes/replicationStatus.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { isReplicating, isWorking, type Node, type Status } from "./api.ts";

export function isPassive({ adminConsoleInfo }: Node): boolean {
  return adminConsoleInfo?.consoleRole === "PASSIVE";
}

function isLagging(node: Node): boolean {
  const status = replicationStatus(node.replicationStatus);
  return !isPassive(node) && (status === "OUT_OF_DATE" || status === "FAILED");
}

/** The nodes that do not have what is replicated; passive consoles are to have nothing (specification 2, section 4). */
export function lagging({ nodes }: Status): Node[] {
  return nodes.filter(isLagging);
}

/** When the server says so, or a node that is not passive is out of date or has failed. */
export function isReplicationRequired(status: Status): boolean {
  return status.replicationRequired || lagging(status).length > 0;
}

/** What the banners are made of. */
export function replicationOf(status: Status): components["schemas"]["ReplicationInfo"] {
  const nodes = lagging(status).flatMap(({ index, address, replicationStatus: word, replicationFailure = null }) =>
    word ? { index, address, replicationStatus: word, replicationFailure } : [],
  );
  return { replicationRequired: status.replicationRequired, nodes, isReplicating: isReplicating(status) };
}

/** The engines and the active console, those in trouble first. */
export function activeNodes({ nodes }: Status): Node[] {
  return nodes.filter((node) => !isPassive(node)).toSorted(byTrouble);
}

export function consoles({ nodes }: Status): Node[] {
  return nodes.filter(({ adminConsoleInfo }) => adminConsoleInfo).toSorted(byTrouble);
}

/** The console that may change something, if it is there. */
export function activeConsole({ nodes }: Status): Node | undefined {
  return nodes.find((node) => node.adminConsoleInfo?.consoleRole === "ACTIVE" && node.status === "RUNNING");
}

/** Whether a node runs another version than the console that is looked at. */
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
  /** In a state that is not known here, which only a node of another version has. */
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

// What passes by itself keeps its place: rows that move while somebody reads them help nobody.
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
