/** The form's values, their conversion to a request, and the fields for the server's findings. */

import { queryOptions } from "@tanstack/react-query";
import type { Message } from "../../../messages.ts";
import { admin } from "../../../platform/api/client.ts";
import type { ApiError, ValidationError } from "../../../platform/api/errors.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body } from "../../../platform/api/transport.ts";

const NUMBERS = [
  "fileHeadCollectionKBSize",
  "fileTailCollectionKBSize",
  "rolledLogCount",
  "numHeartbeatSamples",
  "intervalBetweenHeartbeatSamples",
  "reportCount",
  "reportInterval",
] as const;
const SWITCHES = ["encryptArchive", "truncateLogs", "includeBinaryFiles", "collectExpensiveData"] as const;
const SIZES = ["fileHeadCollectionKBSize", "fileTailCollectionKBSize"] as const;

export type NumberName = (typeof NUMBERS)[number];
export type SwitchName = (typeof SWITCHES)[number];
/** Numbers are kept as typed, and the server validates them. */
export type Values = Record<NumberName, string> &
  Record<SwitchName, boolean> & { encryptionPassphrase: string; comment: string };
export type FieldName = keyof Values;

export function toValues(settings: Settings): Values {
  const numbers = NUMBERS.map((name) => [name, String(settings[name] ?? "")]);
  const switches = SWITCHES.map((name) => [name, settings[name] ?? false]);
  return { ...Object.fromEntries([...numbers, ...switches]), encryptionPassphrase: "", comment: "" };
}

/** The request; without `nodes` on a standalone server. */
export function toRequest(values: Values, nodes: readonly number[] | undefined): CollectionRequest {
  const request: Record<string, unknown> = nodes
    ? { nodesToCollect: nodes }
    : { nodesToCollect: [], nodeTypeToCollect: "STANDALONE" };
  for (const name of SWITCHES) request[name] = values[name];
  for (const name of NUMBERS) {
    const isSize = SIZES.some((size) => size === name);
    if (isSize && !values.truncateLogs) continue;
    const typed = values[name].trim();
    request[name] = isSize && typed === "" ? null : toNumber(typed);
  }
  if (values.encryptArchive) request.encryptionPassphrase = values.encryptionPassphrase;
  if (values.comment.trim()) request.comment = values.comment.trim();
  return request as unknown as CollectionRequest; // The server reports texts that are not numbers.
}

function toNumber(typed: string): number | string {
  return /^-?\d{1,15}$/.test(typed) ? Number(typed) : typed;
}

export interface Findings {
  fields: Partial<Record<FieldName, string>>;
  nodes: string | undefined;
  /** Findings that belong to no field. */
  rest: string[];
}

/** Sorts the server's findings (specification 2, section 5); `format` turns a message into words. */
export function toFindings(error: ApiError, format: (message: Message) => string): Findings {
  const found: Findings = { fields: {}, nodes: undefined, rest: [] };
  for (const finding of error.validationErrors) {
    const message = textOf(finding, format);
    const [top] = finding.fieldPath?.split(/[.[]/) ?? [];
    if (top === "nodesToCollect" || top === "nodeTypeToCollect") found.nodes ??= message;
    else if (top === "truncateLogs") for (const size of SIZES) found.fields[size] ??= message;
    else if (isField(top)) found.fields[top] ??= message;
    else found.rest.push(message);
  }
  return found;
}

function textOf({ errorId, message }: ValidationError, format: (message: Message) => string): string {
  if (errorId === "request_incorrectly_formatted") return format({ id: "supportData.notInteger" });
  if (errorId === "csd_node_to_collect_required") return format({ id: "supportData.nodeRequired" });
  return message;
}

function isField(name: string | undefined): name is FieldName {
  const names: readonly string[] = [...NUMBERS, ...SWITCHES, "encryptionPassphrase", "comment"];
  return name !== undefined && names.includes(name);
}

type Schemas = components["schemas"];

export type Settings = Schemas["SettingsView"];
export type Node = Schemas["NodeView"];
export type Archive = Schemas["ArchiveView"];
export type Archives = Schemas["ArchiveList"];
type CollectionRequest = Schemas["CollectionRequest"];

/** Specification 2, section 9. */
const POLL_MS = 3000;

export const settingsQuery = queryOptions({
  queryKey: ["supportData", "settings"],
  queryFn: () => body(admin.GET("/internal/csdSettings")),
});

/** Polls while a node is collecting and the page is visible. */
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

interface ArchiveFile {
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
