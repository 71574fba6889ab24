import { useState } from "react";
import { useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import type { Shortcut } from "../api.ts";
import { add, clearRecent, type Draft, move, remove, restore } from "./draft.ts";

/** A draft with what is said of each change; the texts are for a live region. */
export function useDraft(initial: Draft, pages: ReadonlyMap<string, Shortcut>) {
  const intl = useIntl();
  const [draft, setDraft] = useState(initial);
  const [said, setSaid] = useState("");

  function change(next: Draft, message: Message, id?: string) {
    const { items } = next;
    const label = id ? pages.get(id)?.label : undefined;
    setDraft(next);
    setSaid(intl.formatMessage(message, { label, place: id ? items.indexOf(id) + 1 : 0, count: items.length }));
  }

  return {
    draft,
    said,
    add: (id: string, place?: number) => {
      const next = add(draft, id, place);
      if (next !== draft) change(next, message("shortcuts.saidAdded"), id);
    },
    remove: (id: string) => change(remove(draft, id), message("shortcuts.saidRemoved"), id),
    move: (id: string, place: number) => change(move(draft, id, place), message("shortcuts.saidMoved"), id),
    clearRecent: () => change(clearRecent(draft), message("shortcuts.saidCleared")),
    restore: (defaults: readonly string[]) => change(restore(draft, defaults), message("shortcuts.saidRestored")),
  };
}
