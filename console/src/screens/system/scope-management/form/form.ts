/** The fields of the form: from the stored version to the request. No React here. */

import { inOrder } from "../../../../features/scopes/selection.ts";
import type { Entry } from "../api.ts";
import { type Collection, isGroups } from "../collections.ts";

export interface Values {
  name: string;
  description: string;
  dynamic: boolean;
  /** The names of a group's scopes, in the order in which they are listed. */
  scopes: readonly string[];
}

export type Field = keyof Values;

export function toValues(stored: Entry | undefined): Values {
  const { name = "", description = "", dynamic = false, scopes = [] } = stored ?? {};
  return { name, description, dynamic, scopes: [...scopes].sort(inOrder) };
}

/** The request: a scope has `dynamic`, and a group has its scopes. */
export function toEntry({ name, description, dynamic, scopes }: Values, collection: Collection): Entry {
  const both = { name: name.trim(), description: description.trim() };
  return isGroups(collection) ? { ...both, scopes: [...scopes] } : { ...both, dynamic };
}

/** The blank required fields (specification 2, section 5); a group needs at least one scope. */
export function missing({ name, description, scopes }: Values, collection: Collection): Field[] {
  const blank: Field[] = [];
  if (name.trim() === "") blank.push("name");
  if (description.trim() === "") blank.push("description");
  if (isGroups(collection) && scopes.length === 0) blank.push("scopes");
  return blank;
}

export function isChanged(values: Values, base: Values, collection: Collection): boolean {
  return JSON.stringify(toEntry(values, collection)) !== JSON.stringify(toEntry(base, collection));
}

/** The field of a finding: `scopes.3` belongs to the list as a whole. */
export function fieldOf(path: string, collection: Collection): Field | undefined {
  const own: Field[] = isGroups(collection) ? ["name", "description", "scopes"] : ["name", "description", "dynamic"];
  const first = path.split(".")[0];
  return own.find((field) => field === first && (field === "scopes" || field === path));
}
