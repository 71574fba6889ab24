import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { ApiError, isUnreachable } from "../../../../api/errors.ts";
import { etagOf } from "../../../../api/transport.ts";
import { useMessages } from "../../../../app/messages/Messages.tsx";
import { unnamedKeys } from "../../../../forms/keys/model.ts";
import { useSave } from "../../../../forms/useSave.ts";
import { KEY_SET_LIST, type KeySet, keySetQuery, type Stored, saveKeySet } from "../api.ts";
import type { DetailErrors, Details } from "../details.ts";
import { type Draft, type Findings, findingsOf, isChanged, newDraft, toDraft, toKeySet } from "./draft.ts";

const NONE: Findings = { details: new Map(), issuers: new Map(), keys: new Map(), rest: [] };

interface Parts {
  /** Undefined for a new key set. */
  stored: Stored | undefined;
  /** What the popup handed over. */
  details: Details | undefined;
  onSaved: () => void;
  /** The server found something wrong with the popup's fields. */
  onWrongDetails: () => void;
}

/** What is being edited, on top of what is stored, and its saving. */
export function useKeySetForm({ stored, details, onSaved, onWrongDetails }: Parts) {
  const client = useQueryClient();
  const messages = useMessages();
  const intl = useIntl();
  const isNew = stored === undefined;
  const base = useMemo(() => (stored ? toDraft(stored.data) : newDraft(NO_DETAILS)), [stored]);
  const [edited, setEdited] = useState<Draft | undefined>(() => details && { ...base, details });
  const [findings, setFindings] = useState(NONE);
  const [done, setDone] = useState(false);
  const draft = edited ?? base;

  const save = useSave<Draft, KeySet>({
    send: async (values, etag) => {
      const sent = toKeySet(values);
      try {
        return await saveKeySet(sent, isNew, etag);
      } catch (failure) {
        if (failure instanceof ApiError && !failure.conflict) refuse(failure, sent);
        throw failure;
      }
    },
    onSaved: () => {
      setDone(true);
      messages.success();
      client.removeQueries({ queryKey: keySetQuery(draft.details.id).queryKey });
      void client.invalidateQueries({ queryKey: KEY_SET_LIST });
      onSaved();
    },
  });

  function refuse(failure: ApiError, sent: KeySet) {
    const found = findingsOf(failure, sent);
    setFindings(isUnreachable(failure) ? { ...NONE, rest: [intl.formatMessage({ id: "ui.noAnswer" })] } : found);
    // Errors of name and ID appear as toasts as well (specification 1, section 8).
    for (const field of ["name", "id"]) {
      const message = found.details.get(field);
      if (message) messages.error(message);
    }
    if (found.details.size > 0) onWrongDetails();
  }

  function change(changes: Partial<Draft>) {
    if (save.saving) return;
    setEdited({ ...draft, ...changes });
    // What was wrong with the old values is not known to be wrong with the new ones.
    setFindings((before) => ({
      ...before,
      ...(changes.issuers && { issuers: NONE.issuers }),
      ...(changes.keys && { keys: NONE.keys }),
      ...(changes.details && { details: NONE.details }),
    }));
  }

  return {
    draft,
    base,
    findings,
    detailErrors: Object.fromEntries(findings.details) as DetailErrors,
    unnamed: unnamedKeys(draft.keys, base.keys),
    dirty: !done && (isNew ? edited !== undefined : isChanged(draft, base)),
    done,
    change,
    send: () => save.save(draft, stored?.etag),
    save,
    /** Goes on from what somebody else stored. */
    takeTheirs: () => {
      const { conflict } = save;
      if (!conflict) return;
      const theirs: Stored = { data: conflict.current as KeySet, etag: etagOf(conflict.revision) };
      client.setQueryData(keySetQuery(draft.details.id).queryKey, theirs);
      setEdited(undefined);
      setFindings(NONE);
      save.dismiss();
    },
  };
}

const NO_DETAILS: Details = { id: "", name: "", description: "" };
