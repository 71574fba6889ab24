/** Whether a form on the page holds what nobody has saved: for who would take the page away from under it. */
import { useEffect, useSyncExternalStore } from "react";

const forms = new Set<symbol>();
const listeners = new Set<() => void>();

/** Notes, for a form, that it holds such; as long as it is there. */
export function useNoteUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const form = Symbol("form");
    const tell = () => {
      for (const listener of listeners) listener();
    };
    forms.add(form);
    tell();
    return () => {
      forms.delete(form);
      tell();
    };
  }, [dirty]);
}

export function useUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => forms.size > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
