/** The calls of the screen (specification 2, section 7). */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body } from "../../../platform/api/transport.ts";

type Schemas = components["schemas"];

export type Settings = Schemas["SettingsView"];
export type Node = Schemas["NodeView"];
export type Archive = Schemas["ArchiveView"];
export type Archives = Schemas["ArchiveList"];
export type CollectionRequest = Schemas["CollectionRequest"];

/** Specification 2, section 9. */
const POLL_MS = 3000;

export const settingsQuery = queryOptions({
  queryKey: ["supportData", "settings"],
  queryFn: () => body(admin.GET("/internal/csdSettings")),
});

/** Asks again for as long as a node is at it and somebody can see the page. */
export const archivesQuery = queryOptions({
  queryKey: ["supportData", "archives"],
  queryFn: () => body(admin.GET("/collectSupportData/archives")),
  refetchInterval: ({ state }) => (isCollecting(state.data) ? POLL_MS : false),
  refetchIntervalInBackground: false,
});

export function isCollecting(archives: Archives | undefined): boolean {
  return archives?.archives.some(({ status }) => status === "IN_PROGRESS") ?? false;
}

export function collect(request: CollectionRequest): Promise<Archives> {
  return body(admin.POST("/collectSupportData/archives/collect", { body: request }));
}

export function deleteArchive(archiveId: string): Promise<unknown> {
  return body(admin.DELETE("/collectSupportData/archives/{archiveId}", { params: { path: { archiveId } } }));
}

export interface ArchiveFile {
  name: string;
  content: Blob;
}

/** An archive, under the name that its Content-Disposition header gives it. */
export async function readArchive(archiveId: string): Promise<ArchiveFile> {
  const call = admin.GET("/collectSupportData/archives/export/{archiveId}", {
    params: { path: { archiveId } },
    parseAs: "blob",
  });
  const content = await body<Blob>(call);
  const { response } = await call;
  return { content, name: fileNameOf(response.headers.get("Content-Disposition")) ?? `${archiveId}.zip` };
}

/** The file name of a Content-Disposition header (RFC 6266); undefined when there is none that is safe. */
export function fileNameOf(header: string | null): string | undefined {
  return header?.match(/;\s*filename="([\w.-]+)"/)?.[1];
}
