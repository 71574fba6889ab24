/** The calls of the screens about authorization detail types. */

import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, editedQuery, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";
import type { ListQuery, ServerPage } from "../../../platform/list/useServerList.ts";

type Schemas = components["schemas"];

/** The server's answers always have an ID. */
export type DetailType = Schemas["AuthorizationDetailType"] & { id: string };
export type Processor = Schemas["AuthorizationDetailProcessor"] & { id: string };

const TYPES = ["authorizationDetailTypes"] as const;
export const TYPE_LIST = [...TYPES, "list"] as const;

/** One page, sorted by type, which is the server's order. */
export async function readTypes(query: ListQuery): Promise<ServerPage<DetailType>> {
  return (await body(admin.GET("/oauth/authorizationDetailTypes", { params: { query } }))) as ServerPage<DetailType>;
}

/** One page, sorted by name. */
export async function readProcessors(query: ListQuery): Promise<ServerPage<Processor>> {
  const call = admin.GET("/oauth/authorizationDetailProcessors", { params: { query } });
  return (await body(call)) as ServerPage<Processor>;
}

export const typeQuery = (id: string) =>
  editedQuery<DetailType>([...TYPES, "one", id], () =>
    admin.GET("/oauth/authorizationDetailTypes/{id}", { params: { path: { id } } }),
  );

/** Creates a type, or replaces the one with this ID. */
export function saveType(type: Schemas["AuthorizationDetailType"], isNew: boolean, etag: string | undefined) {
  const path = { id: type.id ?? "" };
  const sent = isNew
    ? admin.POST("/oauth/authorizationDetailTypes", { body: type })
    : admin.PUT("/oauth/authorizationDetailTypes/{id}", { params: { path }, body: type, headers: ifMatch(etag) });
  return versioned(sent) as Promise<Versioned<DetailType>>;
}

/** Changes only the active state, in the version that is stored now, which may be newer than the list's. */
export async function setActive(id: string, active: boolean): Promise<DetailType> {
  const call = admin.GET("/oauth/authorizationDetailTypes/{id}", { params: { path: { id } } });
  const { data, etag } = (await versioned(call)) as Versioned<DetailType>;
  return (await saveType({ ...data, active }, false, etag)).data;
}

export async function deleteType(id: string): Promise<void> {
  await body(admin.DELETE("/oauth/authorizationDetailTypes/{id}", { params: { path: { id } } }));
}
