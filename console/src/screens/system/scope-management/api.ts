/** The calls of the tabs and the form. */

import { queryOptions } from "@tanstack/react-query";
import type { ChoicePage } from "../../../features/scopes/useAvailable.ts";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, editedQuery, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";
import { COUNTED, type ListQuery, type ServerPage } from "../../../platform/list/useServerList.ts";
import { type Collection, membersOf } from "./collections.ts";

/** A scope has `dynamic`, and a scope group has `scopes`. */
export type Entry = components["schemas"]["ScopeEntry"] & { scopes?: string[] };
export type Settings = components["schemas"]["AuthorizationServerSettings"];

export const SCOPES = ["scopes"] as const;
/** The page size of lists and of the picker (specification 2, section 9). */
export const PAGE_SIZE = 20;

const ROOT = "/oauth/authServerSettings";
export const COLLECTION_ROOT = `${ROOT}/scopes`;
/** All four collections have the same operations, so the types of one apply to all. */
type Example = "/oauth/authServerSettings/scopes/commonScopes";
type ExampleItem = "/oauth/authServerSettings/scopes/commonScopes/{name}";

function pathOf(collection: Collection): Example {
  return `${ROOT}/scopes/${collection}` as Example;
}

const itemOf = (collection: Collection) => `${pathOf(collection)}/{name}` as ExampleItem;

export function listKey(collection: Collection) {
  return [...SCOPES, collection, "list"] as const;
}

const searchFor = (filter: string) => filter && { filter, countUpTo: COUNTED };

export async function readEntries(collection: Collection, query: ListQuery): Promise<ServerPage<Entry>> {
  const { filter, sortOrder = "ASC", ...rest } = query;
  return body(admin.GET(pathOf(collection), { params: { query: { ...rest, sortOrder, ...searchFor(filter) } } }));
}

export const entryQuery = (collection: Collection, name: string) =>
  editedQuery<Entry>([...SCOPES, collection, "one", name], () =>
    admin.GET(itemOf(collection), { params: { path: { name } } }),
  );

export function createEntry(collection: Collection, entry: Entry): Promise<Versioned<Entry>> {
  return versioned(admin.POST(pathOf(collection), { body: entry }));
}

export function replaceEntry(
  collection: Collection,
  entry: Entry,
  etag: string | undefined,
): Promise<Versioned<Entry>> {
  const { name } = entry;
  return versioned(admin.PUT(itemOf(collection), { params: { path: { name } }, body: entry, headers: ifMatch(etag) }));
}

export async function deleteEntry(collection: Collection, name: string): Promise<void> {
  await body(admin.DELETE(itemOf(collection), { params: { path: { name } } }));
}

/** A page of the possible members of a group: static scopes, including `openid` among the common ones. */
export const choicesQuery = (groups: Collection, filter: string, page: number) =>
  queryOptions({
    queryKey: [...SCOPES, membersOf(groups), "choices", filter, page],
    queryFn: async (): Promise<ChoicePage> => {
      const members = membersOf(groups);
      // The default scope `openid` is a common scope, so a picker of exclusive scopes asks for the list without it.
      const query = { ...searchFor(filter), includeDefaultOpenId: members === "commonScopes" };
      // The dynamic scopes are counted once for each list, and not for a search.
      const [found, dynamic] = await Promise.all([
        readChoices(members, { ...query, page, numberPerPage: PAGE_SIZE }),
        page === 1 && filter === "" ? readChoices(members, { page: 1, numberPerPage: 1, dynamic: true }) : undefined,
      ]);
      const count = found.totalItems == null ? undefined : found.totalItems - (dynamic?.totalItems ?? 0);
      // Dynamic scopes are filtered here: the server would read all of 100,000 scopes for every page.
      const items = found.items.filter((scope) => !scope.dynamic);
      return { ...found, items, ...(dynamic && count !== undefined && { count }) };
    },
    staleTime: 30_000,
  });

type ChoicesQuery = { page: number; numberPerPage: number; dynamic?: boolean; includeDefaultOpenId?: boolean };

async function readChoices(collection: Collection, query: ChoicesQuery): Promise<ServerPage<Entry>> {
  return body(admin.GET(pathOf(collection), { params: { query: { ...query, sortOrder: "ASC" } } }));
}

export const settingsQuery = editedQuery<Settings>(["authServerSettings"], () => admin.GET(ROOT));

export function saveSettings(settings: Settings, etag: string | undefined): Promise<Versioned<Settings>> {
  // A list that is sent replaces the whole collection, including entries added by others meanwhile.
  const { scopes: _s, scopeGroups: _g, exclusiveScopes: _e, exclusiveScopeGroups: _x, ...own } = settings;
  return versioned(admin.PUT(ROOT, { body: own, headers: ifMatch(etag) }));
}
