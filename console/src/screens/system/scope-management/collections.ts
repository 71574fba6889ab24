/** The four collections of scopes and scope groups, by the names that the API gives them. */

import { type ListSearch, listSearch, toText } from "../../../platform/list/useServerList.ts";

export const COLLECTIONS = ["commonScopes", "commonScopeGroups", "exclusiveScopes", "exclusiveScopeGroups"] as const;
export type Collection = (typeof COLLECTIONS)[number];

export const TABS = [...COLLECTIONS, "defaultScope"] as const;
export type ScopeTab = (typeof TABS)[number];

export function isGroups(collection: Collection): boolean {
  return collection.endsWith("Groups");
}

/** The scopes of which a group consists. */
export function membersOf(groups: Collection): Collection {
  return groups.startsWith("common") ? "commonScopes" : "exclusiveScopes";
}

export interface ScopesSearch extends ListSearch {
  /** The tab or, on a form, the kind of item. The default is common scopes. */
  tab?: ScopeTab;
  /** The edited scope or scope group. */
  name?: string;
}

/** The query parameters of the lists and of the form; invalid values are ignored. */
export function scopesSearch(search: Record<string, unknown>): ScopesSearch {
  const tab = TABS.find((one) => one === search.tab && one !== "commonScopes");
  const name = toText(search.name);
  return { ...listSearch(search), ...(tab && { tab }), ...(name !== undefined && { name }) };
}

/** The collection of the item that a form edits. */
export function toCollection(tab: ScopeTab | undefined): Collection {
  return COLLECTIONS.find((one) => one === tab) ?? "commonScopes";
}
