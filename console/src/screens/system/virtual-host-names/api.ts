/** The calls of the screen. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import { ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";

export interface HostNames {
  virtualHostNames?: string[];
}
export type Stored = Versioned<HostNames>;

export const virtualHostNamesQuery = queryOptions({
  queryKey: ["virtualHostNames"],
  queryFn: (): Promise<Stored> => versioned(admin.GET("/virtualHostNames")),
  // What is edited must be what is stored now, and not what was seen an hour ago.
  gcTime: 0,
});

export function saveVirtualHostNames(virtualHostNames: string[], etag: string | undefined): Promise<Stored> {
  return versioned(admin.PUT("/virtualHostNames", { body: { virtualHostNames }, headers: ifMatch(etag) }));
}
