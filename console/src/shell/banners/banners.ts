/** Selects the banners to show (specification 2, section 2). No React here. */

import { replicationStatus } from "../../features/nodes/labels.tsx";
import type { components } from "../../platform/api/generated/admin.ts";
import type { Notice } from "../../platform/api/session.ts";

type Schemas = components["schemas"];

/** The server's answers so far. */
export interface Facts {
  license?: Schemas["LicenseExpiryItem"] | undefined;
  /** Warnings about the database, or the reason why its status is unknown. */
  database?: readonly Notice[] | undefined;
  administrators?: readonly Schemas["ActiveAdministratorView"][] | undefined;
  /** The consoles' roles, and the server's time of its answer. */
  consoles?: { data: Schemas["ActivePassiveConsoleInfo"]; date: string | null } | undefined;
  replication?: Schemas["ReplicationInfo"] | undefined;
}

export interface Banner {
  id: string;
  severity: "danger" | "warning" | "info";
  dismissible: boolean;
  kind:
    | { name: "reported"; title: string; body: string }
    | { name: "synchronization"; since: string | undefined }
    | { name: "replication"; failed: number; outOfDate: number; reasons: readonly string[] }
    | { name: "administrators"; names: readonly string[] }
    | { name: "required" };
  /** The console's page on which the cause can be resolved. */
  path?: string;
}

const LICENSE = "/system/server/license";
const CLUSTER = "/system/server/cluster-management";
const SECOND = 1000;

/** All current banners, the most serious first. */
export function bannersOf(facts: Facts): Banner[] {
  return [
    ...license(facts.license),
    ...(facts.database ?? []).map(database),
    ...synchronization(facts.consoles),
    ...replication(facts.replication),
    ...administrators(facts.administrators ?? []),
    ...required(facts.replication),
  ];
}

function license(item: Facts["license"]): Banner[] {
  if (!item) return [];
  const banner = { kind: { name: "reported", title: item.prefix, body: item.message }, path: LICENSE } as const;
  if (item.status === "EXPIRED") return [{ id: "licenseError", severity: "danger", dismissible: false, ...banner }];
  const isNear = item.status === "EXPIRING" || item.status === "GRACE_PERIOD";
  return isNear ? [{ id: "licenseWarning", severity: "warning", dismissible: true, ...banner }] : [];
}

function database({ id, label, description }: Notice): Banner {
  // It lasts as long as its cause, so it cannot be dismissed.
  return { id, severity: "warning", dismissible: false, kind: { name: "reported", title: label, body: description } };
}

function synchronization(consoles: Facts["consoles"]): Banner[] {
  if (!consoles?.data.enabled) return [];
  const { activeNodeLastSuccessfulSyncTime: since, synchronizationWarningSecs: limit = 0 } = consoles.data;
  const now = consoles.date ? new Date(consoles.date).getTime() : Date.now();
  const isLate = !since || now - new Date(since).getTime() > limit * SECOND;
  const kind = { name: "synchronization", since: since ?? undefined } as const;
  return isLate ? [{ id: "synchronization", severity: "warning", dismissible: false, kind, path: CLUSTER }] : [];
}

function replication(info: Facts["replication"]): Banner[] {
  const nodes = info?.nodes ?? [];
  const failed = nodes.filter((node) => replicationStatus(node.replicationStatus) === "FAILED");
  const kind = {
    name: "replication",
    failed: failed.length,
    outOfDate: nodes.length - failed.length,
    reasons: [...new Set(failed.flatMap(({ replicationFailure }) => replicationFailure ?? []))],
  } as const;
  return nodes.length > 0 ? [{ id: "replication", severity: "warning", dismissible: false, kind, path: CLUSTER }] : [];
}

function administrators(others: NonNullable<Facts["administrators"]>): Banner[] {
  const kind = { name: "administrators", names: others.map(({ username }) => username) } as const;
  return others.length > 0 ? [{ id: "otherAdministrators", severity: "warning", dismissible: true, kind }] : [];
}

function required(info: Facts["replication"]): Banner[] {
  if (!info?.replicationRequired) return [];
  return [
    { id: "replicationRequired", severity: "info", dismissible: true, kind: { name: "required" }, path: CLUSTER },
  ];
}
