/** The errors of a form by its fields: those of the server's answer, and those of react-hook-form. */
import type { ApiError } from "../api/errors.ts";
import type { Finding } from "./LoadFailed.tsx";

/** The errors, by the name of the field. */
export type FieldErrors = ReadonlyMap<string, string>;

/** The field at which a finding of the server is shown. */
export interface FormField {
  /** The key of the field in `errors`. */
  name: string;
  label: string;
  /** The index of the value, if the field is a list. */
  of?: string | undefined;
}

/** The server's path in the form's notation: `items[2].name` is `items.2.name`. */
export function formPath(fieldPath: string): string {
  return fieldPath.replaceAll(/\[(\d+)\]/g, ".$1").replace(/^\./, "");
}

/**
 * Sorts the findings of an answer. `hasField` returns whether the form shows a path. The first message for a field is
 * shown at the field, under its path in the form; `rest` is shown above the form, so that no finding is lost.
 */
export function sortErrors(error: ApiError, hasField: (path: string) => boolean) {
  const fields = new Map<string, string>();
  const rest: string[] = [];
  for (const { fieldPath, message } of error.validationErrors) {
    const path = fieldPath ? formPath(fieldPath) : undefined;
    if (path !== undefined && hasField(path) && !fields.has(path)) fields.set(path, message);
    else rest.push(message);
  }
  if (error.validationErrors.length === 0) rest.push(error.message);
  return { fields, rest };
}

/**
 * The errors of a refused save: `found` by field, and `shown` above the form, with links to the fields that the page has.
 * `labeled` joins the label of a field and a message.
 */
export function findingsOf(
  problem: ApiError,
  fieldAt: (path: string) => FormField | undefined,
  idOf: (name: string) => string,
  labeled: (label: string, message: string) => string,
) {
  const { fields, rest } = sortErrors(problem, (path) => fieldAt(path) !== undefined);
  const found = new Map<string, string>();
  const named = [...fields].map(([path, message]): Finding => {
    const { name, label, of } = fieldAt(path) ?? { name: path, label: path };
    const own = of === undefined || message.includes(`'${of}'`) ? message : labeled(of, message);
    if (!found.has(name)) found.set(name, own);
    const fieldId = idOf(name);
    return { text: labeled(label, own), ...(document.getElementById(fieldId) && { fieldId }) };
  });
  return { found, shown: [...named, ...rest.map((text) => ({ text }))] };
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
