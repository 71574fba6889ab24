/** The calls of the screen. */

import { queryOptions } from "@tanstack/react-query";
import type { Issuer } from "../../../features/references/useByIds.ts";
import { message } from "../../../messages.ts";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, editedQuery, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";
import type { ListQuery, ServerPage } from "../../../platform/list/useServerList.ts";
import { type DetailErrors, type Details, isSameName } from "./details.ts";

/** The server creates missing IDs, so every key set in its answers has one. */
export type KeySet = components["schemas"]["AdditionalKeySet"] & { id: string };
export type Stored = Versioned<KeySet>;

export const KEY_SETS = "/keyPairs/oauthOpenIdConnect/additionalKeySets";
const KEY_SET = "/keyPairs/oauthOpenIdConnect/additionalKeySets/{id}";
/** The common key of all lists of key sets. */
export const KEY_SET_LIST = ["keySets"] as const;
const MOST = 1000;

export async function readKeySets(query: ListQuery): Promise<ServerPage<KeySet>> {
  return (await body(admin.GET(KEY_SETS, { params: { query } }))) as ServerPage<KeySet>;
}

export function keySetQuery(id: string) {
  return editedQuery<KeySet>(["keySet", id], () => admin.GET(KEY_SET, { params: { path: { id } } }));
}

/** Creates a key set or, with an entity tag, updates an existing one. */
export async function saveKeySet(keySet: KeySet, isNew: boolean, etag: string | undefined): Promise<Stored> {
  const call = isNew
    ? admin.POST(KEY_SETS, { body: keySet })
    : admin.PUT(KEY_SET, { params: { path: { id: keySet.id } }, body: keySet, headers: ifMatch(etag) });
  return (await versioned(call)) as Stored;
}

export async function deleteKeySet(id: string): Promise<void> {
  await body(admin.DELETE(KEY_SET, { params: { path: { id } } }));
}

/** Returns which of a key set's name and ID are in use. A name beyond the first page of hits is detected by the save. */
export async function takenDetails({ id, name }: Details, isNew: boolean): Promise<DetailErrors> {
  const [named, identified] = await Promise.all([
    readKeySets({ filter: name.trim(), page: 1, numberPerPage: MOST }),
    isNew ? body(admin.GET(KEY_SETS, { params: { query: { ids: id } } })) : undefined,
  ]);
  const isNameTaken = named.items.some((one) => isSameName(one.name, name) && (isNew || one.id !== id));
  const isIdTaken = (identified?.items.length ?? 0) > 0;
  return {
    ...(isNameTaken && { name: message("tokenSigningKeys.nameTaken") }),
    ...(isIdTaken && { id: message("tokenSigningKeys.idTaken") }),
  };
}

/** Issuers that no other key set uses. */
export function readFreeIssuers(keySet: string, query: ListQuery): Promise<ServerPage<Issuer>> {
  const free = { unusedBy: "keyPairs/oauthOpenIdConnect/additionalKeySets", orUsedBy: keySet } as const;
  return body(admin.GET("/oauth/issuers", { params: { query: { ...query, ...free } } }));
}

export const issuerCountQuery = queryOptions({
  queryKey: ["oauth/issuers", "count"],
  queryFn: async () => {
    const page = await body(admin.GET("/oauth/issuers", { params: { query: { numberPerPage: 1 } } }));
    return page.totalItems ?? page.items.length;
  },
});

export const staticKeysQuery = queryOptions({
  queryKey: ["oauthKeys", "enabled"],
  queryFn: async () => (await body(admin.GET("/keyPairs/oauthOpenIdConnect"))).staticJwksEnabled,
  // The state before the settings were saved must not be shown for a moment.
  gcTime: 0,
});
