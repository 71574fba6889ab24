/** The calls of the list, its rows and their details. */

import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, editedQuery, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";
import type { ListQuery, ServerPage } from "../../../platform/list/useServerList.ts";

type Schemas = components["schemas"];

/** The server's answers always have an ID. */
export type Connection = Schemas["PingOneConnection"] & { id: string };
export type Usages = Schemas["ResourceUsages"];
export type Environment = Schemas["PingOneEnvironment"];
export type ServiceAssociation = Schemas["ServiceAssociation"];

export const CONNECTIONS = ["pingOneConnections"] as const;
export const CONNECTION_LIST = [...CONNECTIONS, "list"] as const;

/** Cloud data is cached for a minute, unless a button refreshes it: each request costs the cloud a token. */
const CLOUD_MS = 60_000;

/** One page, sorted by name, which is the server's order. */
export async function readConnections({ filter, page, numberPerPage }: ListQuery): Promise<ServerPage<Connection>> {
  const query = { page, numberPerPage, ...(filter && { filter }) };
  return (await body(admin.GET("/pingOneConnections", { params: { query } }))) as ServerPage<Connection>;
}

const read = (id: string) => admin.GET("/pingOneConnections/{id}", { params: { path: { id } } });

export const connectionQuery = (id: string) => editedQuery<Connection>([...CONNECTIONS, "one", id], () => read(id));

/** True if a save validates a new credential at the cloud before it is stored. */
export type Checking = "checked" | "unchecked";

export function createConnection(connection: Schemas["PingOneConnection"], checking: Checking) {
  return versioned(admin.POST("/pingOneConnections", { body: connection, headers: bypass(checking) })) as Promise<
    Versioned<Connection>
  >;
}

export function replaceConnection(connection: Connection, etag: string | undefined, checking: Checking = "checked") {
  const { id } = connection;
  const headers = { ...ifMatch(etag), ...bypass(checking) };
  return versioned(
    admin.PUT("/pingOneConnections/{id}", { params: { path: { id } }, body: connection, headers }),
  ) as Promise<Versioned<Connection>>;
}

/** Changes only the active state, in the version that is stored now, which may be newer than the list's. */
export async function setActive(id: string, active: boolean): Promise<Connection> {
  const { data, etag } = (await versioned(read(id))) as Versioned<Connection>;
  return (await replaceConnection({ ...data, active }, etag)).data;
}

export async function deleteConnection(id: string): Promise<void> {
  await body(admin.DELETE("/pingOneConnections/{id}", { params: { path: { id } } }));
}

export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: [...CONNECTIONS, "usage", id],
    queryFn: () => body(admin.GET("/pingOneConnections/{id}/usage", { params: { path: { id } } })),
  });

export const serviceAssociationsQuery = (id: string) =>
  queryOptions({
    queryKey: [...CONNECTIONS, "serviceAssociations", id],
    queryFn: () => body(admin.GET("/pingOneConnections/{id}/serviceAssociations", { params: { path: { id } } })),
  });

export const credentialStatusQuery = (id: string) =>
  queryOptions({
    queryKey: [...CONNECTIONS, "credentialStatus", id],
    queryFn: ({ signal }) =>
      body(admin.GET("/pingOneConnections/{id}/credentialStatus", { params: { path: { id } }, signal })),
    staleTime: CLOUD_MS,
  });

export const environmentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...CONNECTIONS, "environments", id],
    queryFn: ({ signal }) =>
      body(admin.GET("/pingOneConnections/{id}/environments", { params: { path: { id } }, signal })),
    staleTime: CLOUD_MS,
  });

function bypass(checking: Checking): Record<string, string> {
  return checking === "unchecked" ? { "X-BypassExternalValidation": "true" } : {};
}
