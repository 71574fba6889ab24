/** The fields of the form, from what is stored to what is sent. No React here. */

import { inOrder } from "../../../../features/scopes/dragging.ts";
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

/** What is sent: a scope says whether it is dynamic, and a group what is in it. */
export function toEntry({ name, description, dynamic, scopes }: Values, collection: Collection): Entry {
  const both = { name: name.trim(), description: description.trim() };
  return isGroups(collection) ? { ...both, scopes: [...scopes] } : { ...both, dynamic };
}

/** The fields that are required and blank (specification 2, section 5); a group has one scope at least. */
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

/** The field that shows a finding: `scopes.3` is of the list as a whole. */
export function fieldOf(path: string, collection: Collection): Field | undefined {
  const own: Field[] = isGroups(collection) ? ["name", "description", "scopes"] : ["name", "description", "dynamic"];
  const first = path.split(".")[0];
  return own.find((field) => field === first && (field === "scopes" || field === path));
}

/** The id of a field's input, by which the focus finds it. */
export function inputId(field: string): string {
  return `scope-${field}`;
}
