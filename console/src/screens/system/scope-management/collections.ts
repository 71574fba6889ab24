/** The four collections of scopes and scope groups, by the names that the API gives them. */

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

/** What the address says; whatever it says wrongly is the first tab. */
export function toTab(text: unknown): ScopeTab {
  return TABS.find((tab) => tab === text) ?? "commonScopes";
}

export function toCollection(text: unknown): Collection {
  return COLLECTIONS.find((one) => one === text) ?? "commonScopes";
}
