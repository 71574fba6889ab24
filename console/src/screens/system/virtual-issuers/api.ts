/** The calls of the screen. */

import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, editedQuery, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";
import type { ListQuery, ServerPage } from "../../../platform/list/useServerList.ts";

/** The server's answers always have an ID. */
export type Issuer = components["schemas"]["Issuer"] & { id: string };
export type NewIssuer = components["schemas"]["Issuer"];
export type Stored = Versioned<Issuer>;

export const ISSUER_COLLECTION = "/oauth/issuers";
const ISSUER = "/oauth/issuers/{id}";
/** The common key of all queries about issuers; other screens use it to load their names. */
export const ISSUERS = ["oauth/issuers"] as const;
export const ISSUER_LIST = [...ISSUERS, "list"] as const;

/** One page, sorted by name, which is the server's order. */
export async function readIssuers(query: ListQuery): Promise<ServerPage<Issuer>> {
  return (await body(admin.GET(ISSUER_COLLECTION, { params: { query } }))) as ServerPage<Issuer>;
}

export const issuerQuery = (id: string) =>
  editedQuery<Issuer>([...ISSUERS, "one", id], () => admin.GET(ISSUER, { params: { path: { id } } }));

export async function createIssuer(issuer: NewIssuer): Promise<Stored> {
  return (await versioned(admin.POST(ISSUER_COLLECTION, { body: issuer }))) as Stored;
}

export async function replaceIssuer(id: string, issuer: NewIssuer, etag: string | undefined): Promise<Stored> {
  const call = admin.PUT(ISSUER, { params: { path: { id } }, body: { ...issuer, id }, headers: ifMatch(etag) });
  return (await versioned(call)) as Stored;
}

export async function deleteIssuer(id: string): Promise<void> {
  await body(admin.DELETE(ISSUER, { params: { path: { id } } }));
}
