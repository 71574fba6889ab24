/** The four collections of scopes and scope groups, by the names that the API gives them. */

import { type ListSearch, listSearch, toText } from "../../../platform/list/useServerList.ts";

export const COLLECTIONS = ["commonScopes", "commonScopeGroups", "exclusiveScopes", "exclusiveScopeGroups"] as const;
export type Collection = (typeof COLLECTIONS)[number];

export const TABS = [...COLLECTIONS, "defaultScope"] as const;
export type ScopeTab = (typeof TABS)[number];

export function isGroups(collection: Collection): boolean {
  return collection.endsWith("Groups");
}

/** The scopes that a group of a collection is made of. */
export function membersOf(groups: Collection): Collection {
  return groups.startsWith("common") ? "commonScopes" : "exclusiveScopes";
}

export interface ScopesSearch extends ListSearch {
  /** The tab, or in a form what the item is one of. Without it, common scopes. */
  tab?: ScopeTab;
  /** The scope or scope group that is edited. */
  name?: string;
}

/** What the address of the lists and of the form says; whatever it says wrongly is as if it said nothing. */
export function scopesSearch(search: Record<string, unknown>): ScopesSearch {
  const tab = TABS.find((one) => one === search.tab && one !== "commonScopes");
  const name = toText(search.name);
  return { ...listSearch(search), ...(tab && { tab }), ...(name !== undefined && { name }) };
}

/** The collection that a form edits an item of. */
export function toCollection(tab: ScopeTab | undefined): Collection {
  return COLLECTIONS.find((one) => one === tab) ?? "commonScopes";
}
