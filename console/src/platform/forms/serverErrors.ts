/** The errors of a form by its fields: those of the server's answer, and those of react-hook-form. */
import type { ApiError } from "../api/errors.ts";

export interface SortedErrors {
  /** By the form's own field path: `items.2.name` for the server's `items[2].name`. */
  fields: Map<string, string>;
  /** Findings that belong to no field of this form. */
  rest: string[];
}

/** The server's path in the form's notation: `items[2].name` is `items.2.name`. */
export function formPath(fieldPath: string): string {
  return fieldPath.replaceAll(/\[(\d+)\]/g, ".$1").replace(/^\./, "");
}

/**
 * Sorts the findings of an answer. `hasField` returns whether the form shows a path. The first message for a field is
 * shown at the field; all others are shown above the form, so that no finding is lost.
 */
export function sortErrors(error: ApiError, hasField: (path: string) => boolean): SortedErrors {
  const sorted: SortedErrors = { fields: new Map(), rest: [] };
  for (const { fieldPath, message } of error.validationErrors) {
    const path = fieldPath ? formPath(fieldPath) : undefined;
    if (path !== undefined && hasField(path) && !sorted.fields.has(path)) sorted.fields.set(path, message);
    else sorted.rest.push(message);
  }
  if (error.validationErrors.length === 0) sorted.rest.push(error.message);
  return sorted;
}

/** The messages of the nested errors of react-hook-form, by the path of the field. */
export function messagesIn(errors: object, prefix = ""): [string, string][] {
  return Object.entries(errors).flatMap(([name, error]): [string, string][] => {
    if (typeof error !== "object" || error === null) return [];
    const { type, message } = error as { type?: unknown; message?: unknown };
    const isLeaf = typeof type === "string" && typeof message === "string";
    return isLeaf ? [[prefix + name, message]] : messagesIn(error, `${prefix}${name}.`);
  });
}
