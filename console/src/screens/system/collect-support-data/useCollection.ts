/** Starts a collection, and brings what the server finds wrong to the fields. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useIntl } from "react-intl";
import { ApiError } from "../../../platform/api/errors.ts";
import { messageOf, requestIdOf } from "../../../platform/forms/LoadFailed.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { type Archives, archivesQuery, collect } from "./api.ts";
import { type FieldName, toFindings, toRequest, type Values } from "./form.ts";

interface Refusal {
  findings: readonly string[];
  requestId: string | undefined;
}

interface Collection {
  start: (values: Values) => void;
  starting: boolean;
  /** What is wrong with the choice of nodes. */
  nodesError: string | undefined;
  /** What belongs to no field. */
  refusal: Refusal | undefined;
}

/** `onFieldErrors` is for what hides fields: they have to be seen. */
export function useCollection(
  form: UseFormReturn<Values>,
  nodes: readonly number[] | undefined,
  onFieldErrors: () => void,
): Collection {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [nodesError, setNodesError] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();

  const { mutate, isPending } = useMutation({
    mutationFn: (values: Values) => collect(toRequest(values, nodes)),
    onMutate: () => {
      form.clearErrors();
      setNodesError(undefined);
      setRefusal(undefined);
    },
    onSuccess: async (archives: Archives) => {
      await client.cancelQueries(archivesQuery);
      client.setQueryData(archivesQuery.queryKey, archives);
      form.resetField("encryptionPassphrase");
      messages.success(intl.formatMessage({ id: "supportData.started" }));
    },
    onError: refused,
    // What was sent may hold the passphrase.
    gcTime: 0,
  });

  function refused(error: Error) {
    if (!(error instanceof ApiError) || error.validationErrors.length === 0) {
      setRefusal({ findings: [messageOf(error, intl)], requestId: requestIdOf(error) });
      return;
    }
    const { fields, nodes: wrongNodes, rest } = toFindings(error, (message) => intl.formatMessage(message));
    const names = Object.keys(fields) as FieldName[];
    if (names.length > 0) onFieldErrors();
    for (const [position, name] of names.entries()) {
      form.setError(name, { message: fields[name] ?? "" }, { shouldFocus: position === 0 && rest.length === 0 });
    }
    setNodesError(wrongNodes);
    if (rest.length > 0) setRefusal({ findings: rest, requestId: error.requestId });
    // Somebody else may have begun: what is going on is to be seen.
    void client.invalidateQueries(archivesQuery);
  }

  return { start: (values) => mutate(values), starting: isPending, nodesError, refusal };
}
