/** The selection of shortcuts before it is saved; every change creates a new value. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { ApiError, isUnreachable } from "../../../platform/api/errors.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { choiceQuery, groupsQuery, type Shortcut, saveShortcuts } from "../api.ts";

/** The slots of the bar, and the recently used pages that Restore Default keeps (specification 1, section 9). */
export const SLOTS = 11;
export const KEPT_RECENT = 5;

export interface Draft {
  /** The ids of the shortcuts, in the order of the bar. */
  items: readonly string[];
  /** The IDs of the recently used pages, newest first. */
  recent: readonly string[];
}

/** Inserts a page among the shortcuts, by default at the end, unless it is there or all slots are taken. */
export function add(draft: Draft, id: string, place = draft.items.length): Draft {
  if (draft.items.includes(id) || draft.items.length >= SLOTS) return draft;
  return { ...draft, items: draft.items.toSpliced(place, 0, id) };
}

export function remove(draft: Draft, id: string): Draft {
  return { ...draft, items: draft.items.filter((one) => one !== id) };
}

/** Moves a shortcut to another position; the others shift. A position beyond the ends means the end. */
export function move(draft: Draft, id: string, place: number): Draft {
  if (!draft.items.includes(id)) return draft;
  const others = draft.items.filter((one) => one !== id);
  return { ...draft, items: others.toSpliced(Math.max(0, place), 0, id) };
}

export function clearRecent(draft: Draft): Draft {
  return { ...draft, recent: [] };
}

/** The default shortcuts of the administrator's roles, and the newest recently used pages. */
export function restore(draft: Draft, defaults: readonly string[]): Draft {
  return { items: defaults.slice(0, SLOTS), recent: draft.recent.slice(0, KEPT_RECENT) };
}

/** A draft with announcements of each change for a live region. */
export function useDraft(initial: Draft, pages: ReadonlyMap<string, Shortcut>) {
  const intl = useIntl();
  const [draft, setDraft] = useState(initial);
  const [announcement, setAnnouncement] = useState("");

  function change(next: Draft, message: Message, id?: string) {
    const { items } = next;
    const label = id ? pages.get(id)?.label : undefined;
    setDraft(next);
    setAnnouncement(intl.formatMessage(message, { label, place: id ? items.indexOf(id) + 1 : 0, count: items.length }));
  }

  return {
    draft,
    announcement,
    add: (id: string, place?: number) => {
      const next = add(draft, id, place);
      if (next !== draft) change(next, message("shortcuts.announcedAdded"), id);
    },
    remove: (id: string) => change(remove(draft, id), message("shortcuts.announcedRemoved"), id),
    move: (id: string, place: number) => change(move(draft, id, place), message("shortcuts.announcedMoved"), id),
    clearRecent: () => change(clearRecent(draft), message("shortcuts.announcedCleared")),
    restore: (defaults: readonly string[]) => change(restore(draft, defaults), message("shortcuts.announcedRestored")),
  };
}

/** Saves a draft; `recent` is the previous list of recently used pages. */
export function useSaveChoice(draft: Draft, recent: readonly string[], onSaved: () => void) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [refused, setRefused] = useState(false);
  const mutation = useMutation({
    mutationFn: () =>
      saveShortcuts({
        shortcuts: { items: [...draft.items] },
        // Left out if unchanged, so that a page that was visited meanwhile is kept.
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
