/** The calls of the settings. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../../platform/api/client.ts";
import type { components } from "../../../../platform/api/generated/admin.ts";
import { body, ifMatch, type Versioned, versioned } from "../../../../platform/api/transport.ts";

export type Settings = Required<components["schemas"]["ClusterSettings"]>;
export type Stored = Versioned<components["schemas"]["ClusterSettings"]>;

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
  const { replicateConnectionsOnSave = false, replicateClientsOnSave = false } = stored;
  return { replicateConnectionsOnSave, replicateClientsOnSave };
}
