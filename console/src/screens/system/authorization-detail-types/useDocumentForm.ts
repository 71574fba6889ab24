/** A form of texts over one stored document: what was entered, what is wrong with it, and its save. */
import { useState } from "react";
import { useIntl } from "react-intl";
import { ApiError, type Conflict, isUnreachable } from "../../../api/errors.ts";
import type { Versioned } from "../../../api/transport.ts";
import { sortErrors } from "../../../forms/serverErrors.ts";
import { useSave } from "../../../forms/useSave.ts";

interface DocumentFormParts<Values, Stored> {
  initial: Values;
  etag: string | undefined;
  /** What findings are told with; a name that is not here belongs to no field of the form. */
  labels: Readonly<Record<keyof Values & string, string>>;
  required: readonly (keyof Values & string)[];
  send: (values: Values, etag: string | undefined) => Promise<Versioned<Stored>>;
  onSaved: (stored: Versioned<Stored>) => void;
}

interface DocumentForm<Values> {
  values: Values;
  errors: ReadonlyMap<string, string>;
  dirty: boolean;
  saving: boolean;
  knownWrong: boolean;
  error: ApiError | undefined;
  findings: readonly string[];
  conflict: Conflict | undefined;
  change: (name: keyof Values & string, value: string) => void;
  save: () => void;
  saveOver: () => void;
  dismiss: () => void;
  reset: () => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function useDocumentForm<Values extends object, Stored>({
  initial,
  etag,
  labels,
  required,
  send,
  onSaved,
}: DocumentFormParts<Values, Stored>): DocumentForm<Values> {
  const intl = useIntl();
  const [changed, setChanged] = useState<Partial<Values>>({});
  const [errors, setErrors] = useState(NONE);
  const [findings, setFindings] = useState<readonly string[]>([]);
  const values = { ...initial, ...changed };
  const names = Object.keys(labels) as (keyof Values & string)[];
  const missing = required.filter((name) => String(values[name]).trim() === "");

  const save = useSave<Values, Stored>({
    send: async (sent, revision) => {
      try {
        return await send(sent, revision);
      } catch (failure) {
        if (failure instanceof ApiError && !failure.conflict) refuse(failure);
        throw failure;
      }
    },
    onSaved: (stored) => {
      reset();
      onSaved(stored);
    },
  });

  function refuse(failure: ApiError) {
    const { fields, rest } = sortErrors(failure, (path) => names.some((name) => name === path));
    setErrors(fields);
    const named = [...fields].map(([name, message]) =>
      intl.formatMessage({ id: "forms.finding" }, { field: labels[name as keyof Values & string], message }),
    );
    setFindings(isUnreachable(failure) ? [intl.formatMessage({ id: "ui.noAnswer" })] : [...named, ...rest]);
  }

  function reset() {
    setChanged({});
    setErrors(NONE);
    save.dismiss();
  }

  return {
    values,
    errors,
    dirty: names.some((name) => values[name] !== initial[name]),
    saving: save.saving,
    knownWrong: missing.some((name) => errors.has(name)),
    error: save.error,
    findings,
    conflict: save.conflict,
    change: (name, value) => {
      setChanged({ ...changed, [name]: value } as Partial<Values>);
      // What was wrong with the old value is not known to be wrong with the new one.
      setErrors(new Map([...errors].filter(([one]) => one !== name)));
    },
    save: () => {
      setErrors(new Map(missing.map((name) => [name, intl.formatMessage({ id: "forms.required" })])));
      document.getElementById(missing[0] ?? "")?.focus();
      if (missing.length === 0) save.save(values, etag);
    },
    saveOver: save.saveOver,
    dismiss: save.dismiss,
    reset,
  };
}
