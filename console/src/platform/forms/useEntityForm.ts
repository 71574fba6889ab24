/**
 * The form of one stored entity on react-hook-form, from reading to saving: the values, their errors, the save with its
 * entity tag, and the conflict if another administrator saved in between. A form with changes keeps the version on which
 * they are based: values and entity tag stay together until the form is saved, is reverted, or continues from the other
 * side of a conflict. A later answer of the query cannot replace them, so a save never sends old values with a new entity
 * tag.
 */
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, set, useForm, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { type ApiError, asApiError, isUnreachable } from "../api/errors.ts";
import { etagOf, type Versioned } from "../api/transport.ts";
import { useMessages } from "../messages/Messages.tsx";
import type { Loading } from "./EditPage.tsx";
import type { Finding } from "./LoadFailed.tsx";
import { type FieldErrors, type FormField, findingsOf, messagesIn } from "./serverErrors.ts";

/** The answer of `useQuery`, as far as a form needs it. */
export interface StoredQuery<Stored> {
  data: Versioned<Stored> | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface EntityFormParts<Stored, Values extends FieldValues> {
  /** The query of the stored entity; absent for a new one. */
  query?: StoredQuery<Stored> | undefined;
  /** The key of `query`, whose cached answer is replaced after a save. */
  queryKey?: QueryKey;
  /** Number of fields in the skeleton while the form loads. */
  fields: number;
  /** The values of the form. Must be the same function at each render, or unedited values are built again. */
  toValues: (stored: Stored | undefined) => Values;
  /** Initial changes that were entered elsewhere; applied to the stored values once they are loaded. */
  begin?: Partial<Values> | undefined;
  /** True if saving would change the stored values; by default, for every change. */
  isChanged?: (values: Values, base: Values) => boolean;
  /** The required fields without a value, in the order of the form. */
  missing?: (values: Values) => readonly string[];
  /** The errors that are found before a request, in the order of the form; by default those of missing values. */
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

interface Attempt<Stored, Values> {
  stored: Versioned<Stored> | undefined;
  values: Values;
}

type Changes<Values> = Partial<Values> | ((values: Values) => Partial<Values>);

const NO_FINDINGS: readonly Finding[] = [];

export type EntityForm<Stored extends object, Values extends FieldValues> = ReturnType<
  typeof useEntityForm<Stored, Values>
>;

export function useEntityForm<Stored extends object, Values extends FieldValues>(
  parts: EntityFormParts<Stored, Values>,
) {
  const { query, toValues, missing, onSaved, idOf = (name: string) => name } = parts;
  const intl = useIntl();
  const required = intl.formatMessage({ id: "forms.required" });
  const check = parts.check ?? ((values: Values) => new Map(missing?.(values).map((name) => [name, required])));
  const messages = useMessages();
  const client = useQueryClient();
  const [findings, setFindings] = useState(NO_FINDINGS);
  const [isDone, setDone] = useState(false);
  const [stored, setStored] = useState(query?.data);
  const base = useMemo(() => toValues(stored?.data), [toValues, stored]);
  const form = useForm<Values, unknown, Values>({
    defaultValues: base as DefaultValues<Values>,
    // Errors of parts that are no plain inputs need the focus as well, so the focus is set by the inputs' ids.
    shouldFocusError: false,
    resolver: (values) => {
      const wrong = check(values);
      const errors = {};
      for (const [name, message] of wrong) set(errors, name, { type: "check", message });
      return wrong.size > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const { reset, setValue, getValues, clearErrors, formState } = form;
  const { isDirty } = formState;
  const values = useWatch({ control: form.control }) as Values;
  const errors: FieldErrors = new Map(messagesIn(formState.errors));
  if (!isDirty && query && query.data !== stored) setStored(query.data);

  const assign = useCallback(
    (changes: Partial<Values>) => {
      for (const [name, value] of Object.entries(changes)) setValue(name as Path<Values>, value, { shouldDirty: true });
    },
    [setValue],
  );

  // Changes to the next version that is loaded: those entered elsewhere, and those made during a save.
  const early = useRef(parts.begin);
  const shown = useRef(base);
  const isMissing = query !== undefined && stored === undefined;
  useLayoutEffect(() => {
    if (shown.current !== base) reset(base);
    shown.current = base;
  }, [base, reset]);
  useEffect(() => {
    if (isMissing || !early.current) return;
    assign(early.current);
    early.current = undefined;
  });

  const saving = useMutation({
    mutationFn: (attempt: Attempt<Stored, Values>) =>
      parts.send(attempt.values, attempt.stored?.etag, attempt.stored?.data),
    onSuccess: (answer, { values: sent }) => {
      if (onSaved) setDone(true);
      else {
        early.current = changed(sent, getValues());
        goOnFrom(answer);
      }
      messages.success();
      if (parts.invalidates) void client.invalidateQueries({ queryKey: parts.invalidates });
      onSaved?.();
    },
    onError: (failure, attempt) => refuse(asApiError(failure), attempt.values),
    // The request may contain a secret, so it is discarded with the form.
    gcTime: 0,
  });
  const { isPending, error, variables } = saving;
  const failure = error === null ? undefined : asApiError(error);
  const conflict = failure?.conflict;

  /** Changes values and removes the errors of `names`, by default of the values that change. */
  const change = useCallback(
    (changes: Changes<Values>, names?: readonly string[]) => {
      const before = getValues();
      const made = changed(before, typeof changes === "function" ? changes(before) : changes);
      assign(made);
      clearErrors((names ?? Object.keys(made)) as Path<Values>[]);
    },
    [getValues, assign, clearErrors],
  );

  /** Removes what the last attempt to save has shown. */
  function forgetAttempt() {
    setFindings(NO_FINDINGS);
    messages.clearErrors();
    saving.reset();
  }

  /** Reverts to the stored values. */
  function giveBack() {
    reset(base);
    forgetAttempt();
  }

  function goOnFrom(version: Versioned<Stored>) {
    if (parts.queryKey) client.setQueryData(parts.queryKey, version);
    setStored(version);
    forgetAttempt();
  }

  function refuse(problem: ApiError, sent: Values) {
    if (problem.conflict) return;
    if (parts.announcesFailure) messages.error(intl.formatMessage({ id: "forms.failed" })); // Has the request ID.
    if (isUnreachable(problem)) return setFindings([{ text: intl.formatMessage({ id: "ui.noAnswer" }) }]);
    const labeled = (field: string, message: string) => intl.formatMessage({ id: "forms.finding" }, { field, message });
    const { found, shown } = findingsOf(problem, (path) => parts.fieldAt(path, sent), idOf, labeled);
    for (const [name, message] of found) form.setError(name as Path<Values>, { type: "server", message });
    setFindings(shown);
    parts.onRefused?.(found);
  }

  function attempt(version: Versioned<Stored> | undefined, sent: Values) {
    messages.clearErrors();
    saving.mutate({ stored: version, values: sent });
  }

  function save(changes: Partial<Values> = {}) {
    // Earlier findings of the server may have been fixed elsewhere, so the values are sent again.
    const submit = form.handleSubmit(
      (entered) => attempt(stored, { ...entered, ...changes }),
      () => {
        const [first = ""] = check(getValues()).keys();
        document.getElementById(idOf(first))?.focus();
      },
    );
    void submit();
  }

  const loading: Loading = !isMissing
    ? { kind: "loaded" }
    : query?.error
      ? { kind: "failed", error: query.error, onRetry: () => void query.refetch() }
      : { kind: "loading", fields: parts.fields };
  const isWrong = errors.size > 0 && [...check(values).keys()].some((name) => errors.has(name));

  return {
    values,
    base,
    stored: stored?.data,
    errors,
    findings,
    saving: isPending,
    error: conflict ? undefined : failure,
    /** For inputs that are registered, and for lists (`useFieldArray`). */
    hookForm: form,
    change,
    save,
    giveBack,
    /** The properties of EditPage and EditForm. */
    page: {
      loading,
      dirty: !isDone && isDirty && (parts.isChanged?.(values, base) ?? true),
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
      onClose: saving.reset,
    },
  };
}

/** The values of `after` that differ from those of `before`. */
function changed<Values extends FieldValues>(before: Values, after: Partial<Values>): Partial<Values> {
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(after).filter(differs)) as Partial<Values>;
}
