/** The calls of the screens about authorization details. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";
import type { ListQuery, ServerPage } from "../../../platform/list/useServerList.ts";

type Schemas = components["schemas"];

/** What the server answers always has an id. */
export type DetailType = Schemas["AuthorizationDetailType"] & { id: string };
export type Processor = Schemas["AuthorizationDetailProcessor"] & { id: string };

const TYPES = ["authorizationDetailTypes"] as const;
export const TYPE_LIST = [...TYPES, "list"] as const;
const PROCESSORS = ["oauth/authorizationDetailProcessors"] as const;
export const PROCESSOR_LIST = [...PROCESSORS, "list"] as const;

const asked = ({ filter, page, numberPerPage, sortOrder }: ListQuery) => ({
  page,
  numberPerPage,
  ...(filter && { filter }),
  ...(sortOrder && { sortOrder }),
});

/** A page, sorted by type: that is the server's order. */
export async function readTypes(list: ListQuery): Promise<ServerPage<DetailType>> {
  return (await body(
    admin.GET("/oauth/authorizationDetailTypes", { params: { query: asked(list) } }),
  )) as ServerPage<DetailType>;
}

/** Which processors can be the parent of one: those of its type that do not take over from it themselves. */
export interface ParentsOf {
  type: string;
  /** Nothing for a new one. */
  id: string;
}

/** A page, sorted by name. */
export async function readProcessors(list: ListQuery, parentsOf?: ParentsOf): Promise<ServerPage<Processor>> {
  const narrowed = parentsOf && {
    "pluginDescriptorRef.id": parentsOf.type,
    ...(parentsOf.id && { notBelow: parentsOf.id }),
  };
  return (await body(
    admin.GET("/oauth/authorizationDetailProcessors", { params: { query: { ...asked(list), ...narrowed } } }),
  )) as ServerPage<Processor>;
}

export const typeQuery = (id: string) =>
  queryOptions({
    queryKey: [...TYPES, "one", id],
    queryFn: () =>
      versioned(admin.GET("/oauth/authorizationDetailTypes/{id}", { params: { path: { id } } })) as Promise<
        Versioned<DetailType>
      >,
    // What is edited must be what is stored now, and not what was seen an hour ago.
    gcTime: 0,
  });

export const processorQuery = (id: string) =>
  queryOptions({
    queryKey: [...PROCESSORS, "one", id],
    queryFn: () =>
      versioned(admin.GET("/oauth/authorizationDetailProcessors/{id}", { params: { path: { id } } })) as Promise<
        Versioned<Processor>
      >,
    gcTime: 0,
  });

/** What is set at a processor with what it takes over from its parents. */
export const effectiveQuery = (id: string) =>
  queryOptions({
    queryKey: [...PROCESSORS, "effective", id],
    queryFn: () =>
      body(admin.GET("/internal/effective/oauth/authorizationDetailProcessors/{id}", { params: { path: { id } } })),
    gcTime: 0,
  });

/** The plug-ins for processors: as many as are installed. */
export const descriptorsQuery = queryOptions({
  queryKey: [...PROCESSORS, "descriptors"],
  queryFn: () => body(admin.GET("/oauth/authorizationDetailProcessors/descriptors")),
});

/** Makes a type, or replaces the one with this id. */
export function saveType(type: Schemas["AuthorizationDetailType"], isNew: boolean, etag: string | undefined) {
  const path = { id: type.id ?? "" };
  const sent = isNew
    ? admin.POST("/oauth/authorizationDetailTypes", { body: type })
    : admin.PUT("/oauth/authorizationDetailTypes/{id}", { params: { path }, body: type, headers: ifMatch(etag) });
  return versioned(sent) as Promise<Versioned<DetailType>>;
}

/** Makes a processor, or replaces the one with this id. */
export function saveProcessor(
  processor: Schemas["AuthorizationDetailProcessor"],
  isNew: boolean,
  etag: string | undefined,
) {
  const path = { id: processor.id ?? "" };
  const sent = isNew
    ? admin.POST("/oauth/authorizationDetailProcessors", { body: processor })
    : admin.PUT("/oauth/authorizationDetailProcessors/{id}", {
        params: { path },
        body: processor,
        headers: ifMatch(etag),
      });
  return versioned(sent) as Promise<Versioned<Processor>>;
}

/** Changes nothing but whether it is active: on top of what is stored now, which the list may not show yet. */
export async function setActive(id: string, active: boolean): Promise<DetailType> {
  const path = { id };
  const { data, etag } = (await versioned(
    admin.GET("/oauth/authorizationDetailTypes/{id}", { params: { path } }),
  )) as Versioned<DetailType>;
  return (await saveType({ ...data, active }, false, etag)).data;
}

export async function deleteType(id: string): Promise<void> {
  await body(admin.DELETE("/oauth/authorizationDetailTypes/{id}", { params: { path: { id } } }));
}

export async function deleteProcessor(id: string): Promise<void> {
  await body(admin.DELETE("/oauth/authorizationDetailProcessors/{id}", { params: { path: { id } } }));
}

/** The queries that show types and processors of a list. */
export const LISTS = [TYPE_LIST, PROCESSOR_LIST, [...PROCESSORS, "byIds"]] as const;

/** Reads everything about types and processors again, after one was changed. */
export function refresh(client: QueryClient): void {
  for (const queryKey of LISTS) void client.invalidateQueries({ queryKey });
}
