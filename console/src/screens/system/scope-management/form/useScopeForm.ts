import { useState } from "react";
import { useIntl } from "react-intl";
import { ApiError, isUnreachable } from "../../../../api/errors.ts";
import type { Versioned } from "../../../../api/transport.ts";
import { sortErrors } from "../../../../forms/serverErrors.ts";
import { type Save, useSave } from "../../../../forms/useSave.ts";
import { createEntry, type Entry, replaceEntry } from "../api.ts";
import { type Collection, isGroups } from "../collections.ts";
import { type Field, fieldOf, isChanged, missing, toEntry, toValues, type Values } from "./form.ts";

interface Parts {
  collection: Collection;
  /** Undefined for a new one. */
  stored: Versioned<Entry> | undefined;
  onSaved: () => void;
}

const NONE: ReadonlyMap<Field, string> = new Map();

/** What is being edited, on top of what is stored, and its saving. */
export function useScopeForm({ collection, stored, onSaved }: Parts) {
  const intl = useIntl();
  const [edited, setEdited] = useState<Values>();
  const [errors, setErrors] = useState(NONE);
  const [findings, setFindings] = useState<readonly string[]>([]);
  const base = toValues(stored?.data);
  const values = edited ?? base;
  const labels: Record<Field, string> = {
    name: intl.formatMessage({ id: "scopes.name" }),
    description: intl.formatMessage({ id: "scopes.entryDescription" }),
    dynamic: intl.formatMessage({ id: "scope.dynamic" }),
    scopes: intl.formatMessage({ id: "scope.picker" }),
  };

  const save: Save<Values> = useSave<Values, Entry>({
    send: async (sent, etag) => {
      const entry = toEntry(sent, collection);
      try {
        return await (stored ? replaceEntry(collection, entry, etag) : createEntry(collection, entry));
      } catch (failure) {
        if (failure instanceof ApiError && !failure.conflict) refuse(failure, sent);
        throw failure;
      }
    },
    onSaved: () => {
      reset();
      onSaved();
    },
  });

  function refuse(failure: ApiError, sent: Values) {
    if (isUnreachable(failure)) return setFindings([intl.formatMessage({ id: "ui.noAnswer" })]);
    const { fields, rest } = sortErrors(failure, (path) => fieldOf(path, collection) !== undefined);
    const found = new Map<Field, string>();
    for (const [path, message] of fields) {
      const field = fieldOf(path, collection);
      if (field && !found.has(field)) found.set(field, ofMember(path, message, sent));
    }
    setErrors(found);
    const named = [...fields].map(([path, message]) => {
      const field = fieldOf(path, collection) ?? "name";
      return intl.formatMessage(
        { id: "forms.finding" },
        { field: labels[field], message: ofMember(path, message, sent) },
      );
    });
    setFindings([...named, ...rest]);
  }

  /** Which of a group's scopes a finding is about. */
  function ofMember(path: string, message: string, { scopes }: Values): string {
    const name = scopes[Number(path.split(".")[1])];
    if (name === undefined || message.includes(`'${name}'`)) return message;
    return intl.formatMessage({ id: "forms.finding" }, { field: name, message });
  }

  function reset() {
    setEdited(undefined);
    setErrors(NONE);
    setFindings([]);
    save.dismiss();
  }

  function change(changes: Partial<Values>) {
    if (save.saving) return;
    setEdited((before) => ({ ...(before ?? base), ...changes }));
    // What was wrong with the old value is not known to be wrong with the new one; a name's asterisk belongs to both.
    const touched = new Set(Object.keys(changes).flatMap((field) => (field === "dynamic" ? [field, "name"] : [field])));
    setErrors((before) => new Map([...before].filter(([field]) => !touched.has(field))));
  }

  return {
    values,
    labels,
    errors,
    findings,
    dirty: isChanged(values, base, collection),
    /** Whether what is marked has not been touched since. */
    knownWrong: errors.size > 0,
    save,
    change,
    reset,
    send: () => {
      const absent = missing(values, collection);
      const problem = (field: Field) =>
        intl.formatMessage({ id: field === "scopes" ? "scope.chooseOne" : "forms.required" });
      setErrors(new Map(absent.map((field) => [field, problem(field)])));
      if (absent[0]) document.getElementById(inputId(absent[0]))?.focus();
      else save.save(values, stored?.etag);
    },
    isGroup: isGroups(collection),
  };
}

export type ScopeForm = ReturnType<typeof useScopeForm>;

/** The id of a field's input, by which the focus finds it. */
export function inputId(field: Field): string {
  return `scope-${field}`;
}
