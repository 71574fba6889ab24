/** The fields of the form, from what is stored to what is sent. No React here. */

import { organizationOf } from "../../../../features/pingOneCredential.ts";
import type { components } from "../../../../platform/api/generated/admin.ts";
import type { EntityForm } from "../../../../platform/forms/useEntityForm.ts";
import type { Checking, Connection } from "../api.ts";

export interface Values {
  /** Whether the save asks the cloud about a new credential. */
  checking: Checking;
  /** What was entered; a stored credential is never shown. */
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

/** Enters a credential. The name follows the organisation in it until somebody chooses another. */
export function withCredential(values: Values, credential: string): Values {
  const isChosen = values.name !== "" && values.name !== organizationOf(values.credential);
  const name = isChosen ? values.name : (organizationOf(credential) ?? values.name);
  return { ...values, credential, name };
}

/** The required fields that are blank. A stored connection has a credential already. */
export function missing(values: Values, isNew: boolean): Field[] {
  const required: Field[] = isNew ? ["credential", "name"] : ["name"];
  return required.filter((field) => values[field].trim() === "");
}

/**
 * What is sent, on top of what is stored: either the new credential or the sealed one, and never both (specification 1,
 * section 5).
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

/** The id of a field's input, by which the focus finds it. */
export function inputId(field: string): string {
  return `connection-${field}`;
}
