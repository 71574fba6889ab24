import { useState } from "react";
import { useIntl } from "react-intl";
import { ApiError, type Conflict, isUnreachable } from "../../../../api/errors.ts";
import type { Versioned } from "../../../../api/transport.ts";
import { sortErrors } from "../../../../forms/serverErrors.ts";
import { type Save, useSave } from "../../../../forms/useSave.ts";
import { type Checking, type Connection, createConnection, replaceConnection } from "../api.ts";
import { FIELDS, type Field, missing, toBody, toValues, type Values, withCredential } from "./form.ts";

export interface ConnectionForm {
  values: Values;
  errors: ReadonlyMap<Field, string>;
  dirty: boolean;
  saving: boolean;
  knownWrong: boolean;
  error: ApiError | undefined;
  /** Each with the field that it belongs to. */
  findings: readonly string[];
  conflict: Conflict | undefined;
  /** Whether the last save failed because the cloud could not be asked. */
  isUnchecked: boolean;
  change: (field: Field, value: string) => void;
  save: (checking: Checking) => void;
  saveOver: () => void;
  dismiss: () => void;
  /** Gives back what was. */
  reset: () => void;
}

interface Attempt {
  values: Values;
  checking: Checking;
  /** What the change is based on. */
  stored: Connection | undefined;
}

const NONE: ReadonlyMap<Field, string> = new Map();

export function useConnectionForm(stored: Versioned<Connection> | undefined, onSaved: () => void): ConnectionForm {
  const intl = useIntl();
  const [changed, setChanged] = useState<Values>();
  const [errors, setErrors] = useState(NONE);
  const initial = toValues(stored?.data);
  const values = changed ?? initial;
  const labels: Record<Field, string> = {
    credential: intl.formatMessage({ id: "pingOne.credential" }),
    name: intl.formatMessage({ id: "pingOneConnection.name" }),
    description: intl.formatMessage({ id: "pingOne.description" }),
  };

  const [findings, setFindings] = useState<readonly string[]>([]);

  const saving: Save<Attempt> = useSave<Attempt, Connection>({
    send: async (attempt, etag) => {
      try {
        return await send(attempt, etag, saving.conflict);
      } catch (failure) {
        if (failure instanceof ApiError && !failure.conflict) refuse(failure);
        throw failure;
      }
    },
    onSaved: () => {
      reset();
      onSaved();
    },
  });
  const { error } = saving;

  function refuse(failure: ApiError) {
    const { fields, rest } = sortErrors(failure, isField);
    setErrors(fields as ReadonlyMap<Field, string>);
    const named = [...fields].map(([field, message]) =>
      intl.formatMessage({ id: "forms.finding" }, { field: labels[field as Field], message }),
    );
    setFindings(isUnreachable(failure) ? [intl.formatMessage({ id: "ui.noAnswer" })] : [...named, ...rest]);
  }

  function reset() {
    setChanged(undefined);
    setErrors(NONE);
    saving.dismiss();
  }

  function change(field: Field, value: string) {
    const next = field === "credential" ? withCredential(values, value) : { ...values, [field]: value };
    setChanged(next);
    // What was wrong with the old value is not known to be wrong with the new one.
    setErrors(new Map([...errors].filter(([one]) => next[one] === values[one])));
  }

  function trySave(checking: Checking) {
    const absent = missing(values, stored === undefined);
    setErrors(new Map(absent.map((field) => [field, intl.formatMessage({ id: "pingOneConnection.required" })])));
    document.getElementById(inputId(absent[0] ?? "none"))?.focus();
    if (absent.length === 0) saving.save({ values, checking, stored: stored?.data }, stored?.etag);
  }

  return {
    values,
    errors,
    dirty: FIELDS.some((field) => values[field].trim() !== initial[field]),
    saving: saving.saving,
    knownWrong: missing(values, stored === undefined).some((field) => errors.has(field)),
    error,
    findings,
    conflict: saving.conflict,
    isUnchecked: error?.validationErrors.some(({ errorId }) => errorId === "unchecked_credential") ?? false,
    change,
    save: trySave,
    saveOver: saving.saveOver,
    dismiss: saving.dismiss,
    reset,
  };
}

/** The id of a field's input, by which the focus finds it. */
export function inputId(field: Field | "none"): string {
  return `connection-${field}`;
}

function send({ values, checking, stored }: Attempt, etag: string | undefined, conflict: Conflict | undefined) {
  // Saving over somebody else's version changes what is in this form and leaves the rest as they have stored it.
  const base = (conflict?.current as Connection | undefined) ?? stored;
  const body = toBody(values, base);
  return base ? replaceConnection({ ...body, id: base.id }, etag, checking) : createConnection(body, checking);
}

function isField(path: string): path is Field {
  return (FIELDS as readonly string[]).includes(path);
}
