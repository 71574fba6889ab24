/** The calls of the screen. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";

type Schemas = components["schemas"];

export type Settings = Schemas["LogSettings"];
export type Category = Schemas["LogCategorySettings"];
export type Stored = Versioned<Settings>;

export const logSettingsQuery = queryOptions({
  queryKey: ["logSettings"],
  queryFn: (): Promise<Stored> => versioned(admin.GET("/serverSettings/logSettings")),
  // What is edited must be what is stored now, and not what was seen an hour ago.
  gcTime: 0,
});

export function saveLogSettings(settings: Settings, etag: string | undefined): Promise<Stored> {
  return versioned(admin.PUT("/serverSettings/logSettings", { body: settings, headers: ifMatch(etag) }));
}

export const migratedQuery = queryOptions({
  queryKey: ["logSettings", "migrated"],
  queryFn: () => body(admin.GET("/internal/logSettings/migratedConfiguration")),
  gcTime: 0,
});

export function markMerged() {
  return body(admin.POST("/internal/logSettings/migratedConfiguration/merged"));
}
