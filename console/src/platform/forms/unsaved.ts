/** Registers forms with unsaved changes, for code that would replace the page. */
import { useEffect, useSyncExternalStore } from "react";

const forms = new Set<symbol>();
const listeners = new Set<() => void>();

/** Registers a form as unsaved while the component is mounted and the argument is true. */
export function useNoteUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const form = Symbol("form");
    const notify = () => {
      for (const listener of listeners) listener();
    };
    forms.add(form);
    notify();
    return () => {
      forms.delete(form);
      notify();
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
