/** The fields of the form: from the stored version to the request. No React here. */

import { organizationOf } from "../../../../features/pingOneCredential.ts";
import type { components } from "../../../../platform/api/generated/admin.ts";
import type { EntityForm } from "../../../../platform/forms/useEntityForm.ts";
import type { Checking, Connection } from "../api.ts";

export interface Values {
  /** True if the save validates a new credential at the cloud. */
  checking: Checking;
  /** The entered text; a stored credential is never shown. */
  credential: string;
  name: string;
  description: string;
}

export type ConnectionForm = EntityForm<Connection, Values>;

export type Field = Exclude<keyof Values, "checking">;

export const FIELDS: readonly Field[] = ["credential", "name", "description"];

export function toValues(stored: Connection | undefined): Values {
  return { checking: "checked", credential: "", name: stored?.name ?? "", description: stored?.description ?? "" };
}

/** Enters a credential. The name follows its organization until the administrator chooses another one. */
export function withCredential(values: Values, credential: string): Values {
  const isChosen = values.name !== "" && values.name !== organizationOf(values.credential);
  const name = isChosen ? values.name : (organizationOf(credential) ?? values.name);
  return { ...values, credential, name };
}

/** The blank required fields. A stored connection already has a credential. */
export function missing(values: Values, isNew: boolean): Field[] {
  const required: Field[] = isNew ? ["credential", "name"] : ["name"];
  return required.filter((field) => values[field].trim() === "");
}

/**
 * The request, based on the stored version: either the new credential or the encrypted one, never both (specification
 * 1, section 5).
 */
export function toBody(values: Values, stored: Connection | undefined): components["schemas"]["PingOneConnection"] {
  const { credential: _, encryptedCredential, ...rest } = stored ?? { active: true };
  const entered = values.credential.trim();
  const kept = encryptedCredential ? { encryptedCredential } : {};
  return {
    ...rest,
    name: values.name.trim(),
    description: values.description.trim() || null,
    ...(entered ? { credential: entered } : kept),
  };
}

export function isChanged(values: Values, base: Values): boolean {
  return FIELDS.some((field) => values[field].trim() !== base[field]);
}
