/**
 * The form of one stored entity, from reading to saving: the values, their errors, the save with its entity tag, and
 * the conflict if another administrator saved in between. The first edit freezes the version on which it is based:
 * values and entity tag stay together until the form is saved, is reverted, or continues from the other side of a
 * conflict. A later answer of the query cannot replace them, so a save never sends old values with a new entity tag.
 * The values are immutable and kept here, not in react-hook-form, which copies a value at each change and would render
 * each of a thousand rows for every letter, and which compares Sets by their keys, although they have none.
 */
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { ApiError, isUnreachable } from "../api/errors.ts";
import { etagOf, type Versioned } from "../api/transport.ts";
import { useMessages } from "../messages/Messages.tsx";
import type { Loading } from "./EditPage.tsx";
import type { Finding } from "./LoadFailed.tsx";
import { sortErrors } from "./serverErrors.ts";

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

/** The answer of `useQuery`, as far as a form needs it. */
export interface StoredQuery<Stored> {
  data: Versioned<Stored> | undefined;
  error: unknown;
  /** Set if the form needs more than this query, or if a new entity needs something that is read first. */
  isLoaded?: boolean;
  refetch: () => unknown;
}

interface EntityFormParts<Stored, Values extends object> {
  /** The query of the stored entity; absent for a new one. */
  query?: StoredQuery<Stored> | undefined;
  /** The key of `query`, whose cached answer is replaced after a save. */
  queryKey?: QueryKey;
  /** Number of fields in the skeleton while the form loads. */
  fields: number;
  /** The values of the form. Must be the same function at each render, or unedited values are built again. */
  toValues: (stored: Stored | undefined) => Values;
  /** Initial changes that were entered elsewhere; applied to the stored values once they are loaded. */
  begin?: ((values: Values) => Values) | undefined;
  /** True if saving would change the stored values. By default, compares the values as text. */
  isChanged?: (values: Values, base: Values) => boolean;
  /** The errors that are found before a request, in the order of the form. */
  check?: (values: Values) => FieldErrors;
  /** Sends the values with the entity tag. `base` is the version that they replace. */
  send: (values: Values, etag: string | undefined, base: Stored | undefined) => Promise<Versioned<Stored>>;
  /** The field of a path in the server's answer; undefined if the form shows none. */
  fieldAt: (path: string, sent: Values) => FormField | undefined;
  /** The id of a field's input, by which the focus finds it. By default its name. */
  idOf?: (name: string) => string;
  /** Shows 'Save Failed.' as a message too, where the specification asks for it. */
  announcesFailure?: boolean;
  /** Invalidates other data that a save changes. */
  invalidates?: QueryKey;
  /** The page to open after a save. By default, the page stays and shows the stored values. */
  onSaved?: () => void;
  onRefused?: (errors: FieldErrors) => void;
}

interface Edit<Stored, Values> {
  stored: Versioned<Stored> | undefined;
  values: Values;
}

interface Attempt<Stored, Values> extends Edit<Stored, Values> {
  etag: string | undefined;
}

type Changes<Values> = Partial<Values> | ((values: Values) => Partial<Values>);

const NONE: FieldErrors = new Map();
const NO_FINDINGS: readonly Finding[] = [];

export type EntityForm<Stored extends object, Values extends object> = ReturnType<typeof useEntityForm<Stored, Values>>;

export function useEntityForm<Stored extends object, Values extends object>(parts: EntityFormParts<Stored, Values>) {
  const { query, toValues, check, onSaved, idOf = (name: string) => name } = parts;
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [edit, setEdit] = useState<Edit<Stored, Values>>();
  const [errors, setErrors] = useState(NONE);
  const [findings, setFindings] = useState(NO_FINDINGS);
  const [isDone, setDone] = useState(false);
  const stored = edit ? edit.stored : query?.data;
  const base = useMemo(() => toValues(stored?.data), [toValues, stored]);
  const [begun, setBegun] = useState(parts.begin === undefined);
  if (!begun && parts.begin && (!query || query.data)) {
    setBegun(true);
    setEdit({ stored, values: parts.begin(base) });
  }
  const values = edit?.values ?? base;

  const { mutate, reset, isPending, error, variables } = useMutation({
    mutationFn: (attempt: Attempt<Stored, Values>) => parts.send(attempt.values, attempt.etag, attempt.stored?.data),
    onSuccess: (answer) => {
      if (onSaved) setDone(true);
      else goOnFrom(answer);
      messages.success();
      if (parts.invalidates) void client.invalidateQueries({ queryKey: parts.invalidates });
      onSaved?.();
    },
    onError: (failure, attempt) => refuse(toApiError(failure), attempt.values),
    // The request may contain a secret, so it is discarded with the form.
    gcTime: 0,
  });
  const failure = error === null ? undefined : toApiError(error);
  const conflict = failure?.conflict;

  // The data that changes use: the same functions serve every rendering, so that unchanged rows do not render.
  const latest = useRef({ stored, values, isPending });
  latest.current = { stored, values, isPending };

  /** Changes values and removes the errors of `names`, by default of the values that change. */
  const change = useCallback((changes: Changes<Values>, names?: readonly string[]) => {
    // No changes during a save: its answer replaces the values, and a change would be lost.
    if (latest.current.isPending) return;
    const before = latest.current.values;
    const made = typeof changes === "function" ? changes(before) : changes;
    const next = { stored: latest.current.stored, values: { ...before, ...made } };
    latest.current = { ...latest.current, ...next };
    setEdit(next);
    const touched = names ?? changedNames(before, next.values);
    const isTouched = (path: string) => touched.some((name) => path === name || path.startsWith(`${name}.`));
    setErrors((known) => new Map([...known].filter(([path]) => !isTouched(path))));
  }, []);

  /** Reverts to the stored values. */
  function giveBack() {
    setEdit(undefined);
    setErrors(NONE);
    setFindings(NO_FINDINGS);
    messages.clearErrors();
    reset();
  }

  function goOnFrom(version: Versioned<Stored>) {
    if (parts.queryKey) client.setQueryData(parts.queryKey, version);
    giveBack();
  }

  function refuse(problem: ApiError, sent: Values) {
    if (problem.conflict) return;
    if (parts.announcesFailure) messages.error(intl.formatMessage({ id: "forms.failed" })); // Has the request ID.
    if (isUnreachable(problem)) return setFindings([{ text: intl.formatMessage({ id: "ui.noAnswer" }) }]);
    const { fields, rest } = sortErrors(problem, (path) => parts.fieldAt(path, sent) !== undefined);
    const found = new Map<string, string>();
    const named = [...fields].map(([path, message]): Finding => {
      const field = parts.fieldAt(path, sent) ?? { name: path, label: path };
      const isNamed = field.of === undefined || message.includes(`'${field.of}'`);
      const own = isNamed ? message : intl.formatMessage({ id: "forms.finding" }, { field: field.of, message });
      if (!found.has(field.name)) found.set(field.name, own);
      const fieldId = idOf(field.name);
      const isThere = document.getElementById(fieldId) !== null;
      const labeled = intl.formatMessage({ id: "forms.finding" }, { field: field.label, message: own });
      return { text: labeled, ...(isThere && { fieldId }) };
    });
    setErrors(found);
    setFindings([...named, ...rest.map((text) => ({ text }))]);
    parts.onRefused?.(found);
  }

  function attempt(version: Versioned<Stored> | undefined, sent: Values) {
    messages.clearErrors();
    mutate({ stored: version, values: sent, etag: version?.etag });
  }

  function save(changes: Partial<Values> = {}) {
    // Earlier findings of the server may have been fixed elsewhere, so the values are sent again.
    const wrong = check?.(values) ?? NONE;
    setErrors(wrong);
    const [first] = wrong.keys();
    if (first !== undefined) document.getElementById(idOf(first))?.focus();
    else attempt(stored, { ...values, ...changes });
  }

  const loading: Loading =
    !query || (query.isLoaded ?? query.data !== undefined)
      ? { kind: "loaded" }
      : query.error
        ? { kind: "failed", error: query.error, onRetry: () => void query.refetch() }
        : { kind: "loading", fields: parts.fields };
  const isWrong = [...(errors.size > 0 ? (check?.(values) ?? NONE) : NONE).keys()].some((name) => errors.has(name));
  const isChanged = parts.isChanged ?? ((one, other) => JSON.stringify(one) !== JSON.stringify(other));

  return {
    values,
    base,
    stored: stored?.data,
    errors,
    findings,
    saving: isPending,
    error: conflict ? undefined : failure,
    change,
    save,
    giveBack,
    /** The properties of EditPage and EditForm. */
    page: {
      loading,
      dirty: !isDone && isChanged(values, base),
      saving: isPending,
      disabledReason: isWrong ? intl.formatMessage({ id: "forms.correct" }) : undefined,
      error: conflict ? undefined : failure,
      findings,
      onSave: () => save(),
      onCancel: giveBack,
    },
    /** The properties of ConflictDialog; undefined while there is no conflict. */
    conflict: conflict && {
      current: conflict.current as Stored,
      saving: isPending,
      onTakeTheirs: () => goOnFrom({ data: conflict.current as Stored, etag: etagOf(conflict.revision) }),
      onSaveOver: () =>
        variables && attempt({ data: conflict.current as Stored, etag: etagOf(conflict.revision) }, variables.values),
      onClose: reset,
    },
  };
}

function changedNames<Values extends object>(before: Values, after: Values): string[] {
  return (Object.keys(after) as (keyof Values & string)[]).filter((name) => before[name] !== after[name]);
}

function toApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError({ status: 0, resultId: "client", message: error.message });
}
