import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useIntl } from "react-intl";
import { ApiError, isUnreachable } from "../../../platform/api/errors.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { choiceQuery, groupsQuery, saveShortcuts } from "../api.ts";
import type { Draft } from "./draft.ts";

/** Saves a draft; `recent` is what the pages last used were before. */
export function useSaveChoice(draft: Draft, recent: readonly string[], onSaved: () => void) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [refused, setRefused] = useState(false);
  const mutation = useMutation({
    mutationFn: () =>
      saveShortcuts({
        shortcuts: { items: [...draft.items] },
        // Left out while unchanged: a page that was visited meanwhile is not to be forgotten.
        ...(draft.recent.length < recent.length && { recentlyUsed: { items: [...draft.recent] } }),
      }),
    onSuccess: async (saved) => {
      client.setQueryData(choiceQuery.queryKey, saved);
      messages.success();
      onSaved();
      await client.invalidateQueries({ queryKey: groupsQuery.queryKey });
    },
  });

  function problem(): string | undefined {
    if (refused && draft.items.length === 0) return intl.formatMessage({ id: "shortcuts.atLeastOne" });
    if (!mutation.error) return undefined;
    if (isUnreachable(mutation.error)) return intl.formatMessage({ id: "ui.noAnswer" });
    const findings = mutation.error instanceof ApiError ? mutation.error.validationErrors : [];
    return findings.map(({ message }) => message).join(" ") || mutation.error.message;
  }

  return {
    problem: problem(),
    isSaving: mutation.isPending,
    save: () => {
      setRefused(draft.items.length === 0);
      if (draft.items.length > 0) mutation.mutate();
    },
  };
}
