/** The form of a dialog: it is sent once it is right, and what the server finds is brought to its fields. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import { useIntl } from "react-intl";
import { ApiError, isUnreachable } from "../../api/errors.ts";
import { sortErrors } from "../serverErrors.ts";
import { useNoteUnsaved } from "../unsaved.ts";

interface DialogFormParts<Values extends FieldValues, Answer> {
  defaults: Values;
  send: (values: Values) => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

export interface DialogForm<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  sending: boolean;
  /** What belongs to no field; empty when there is nothing. */
  findings: readonly string[];
  requestId: string | undefined;
  submit: () => void;
  /** What is wrong with a field. */
  errorOf: (name: Path<Values>) => string | undefined;
}

export function useDialogForm<Values extends FieldValues, Answer>(
  parts: DialogFormParts<Values, Answer>,
): DialogForm<Values> {
  const { defaults, send, onDone } = parts;
  const intl = useIntl();
  const form = useForm<Values>({ defaultValues: defaults as DefaultValues<Values> });
  // Whoever takes the page away takes the dialog away with it.
  useNoteUnsaved(form.formState.isDirty);
  const [told, setTold] = useState<{ findings: readonly string[]; requestId?: string | undefined }>({ findings: [] });
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: tell,
    // What was sent may hold a password: it is forgotten with the dialog.
    gcTime: 0,
  });

  function tell(error: Error) {
    if (isUnreachable(error)) return setTold({ findings: [intl.formatMessage({ id: "ui.noAnswer" })] });
    if (!(error instanceof ApiError)) return setTold({ findings: [error.message] });
    const { fields, rest } = sortErrors(error, (path) => path in defaults);
    for (const [path, message] of fields) form.setError(path as Path<Values>, { message });
    setTold({ findings: rest, requestId: rest.length > 0 ? error.requestId : undefined });
  }

  return {
    form,
    sending: isPending,
    ...told,
    requestId: told.requestId,
    submit: () => {
      if (isPending) return;
      setTold({ findings: [] });
      void form.handleSubmit((values) => mutate(values))();
    },
    errorOf: (name) => form.getFieldState(name, form.formState).error?.message,
  };
}
