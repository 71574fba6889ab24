/** The calls of the settings. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../../platform/api/client.ts";
import type { components } from "../../../../platform/api/generated/admin.ts";
import { body, ifMatch, type Versioned, versioned } from "../../../../platform/api/transport.ts";

type Schema = components["schemas"]["ClusterSettings"];
export type Settings = Schema & Required<Pick<Schema, "replicateConnectionsOnSave" | "replicateClientsOnSave">>;
export type Stored = Versioned<Schema>;

export const settingsQuery = queryOptions({
  queryKey: ["cluster", "settings"],
  queryFn: (): Promise<Stored> => versioned(admin.GET("/cluster/settings")),
  // What is edited must be what is stored now, and not what was seen an hour ago.
  gcTime: 0,
});

/** Whether clients are part of what is replicated (specification 2, section 7). */
export const clientStorageQuery = queryOptions({
  queryKey: ["cluster", "clientStorage"],
  queryFn: () => body(admin.GET("/internal/clientStorage")),
});

export function saveSettings(settings: Settings, etag: string | undefined): Promise<Stored> {
  return versioned(admin.PUT("/cluster/settings", { body: settings, headers: ifMatch(etag) }));
}

export function toSettings(stored: Stored["data"] = {}): Settings {
  const { replicateConnectionsOnSave = false, replicateClientsOnSave = false, ...others } = stored;
  // Settings that the page does not show are kept.
  return { ...others, replicateConnectionsOnSave, replicateClientsOnSave };
}
