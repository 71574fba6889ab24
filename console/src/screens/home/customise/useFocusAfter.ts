import { useEffect, useRef } from "react";

/**
 * Gives the focus to a button of a row, by name, once the change that was asked for is on the page: a row that moved
 * has lost it, and one that is gone would leave it nowhere. Without a name, or button, the list's heading takes it.
 */
export function useFocusAfter(): (name: string | undefined) => void {
  const wanted = useRef<{ name: string | undefined }>(undefined);
  useEffect(() => {
    if (!wanted.current) return;
    const { name } = wanted.current;
    wanted.current = undefined;
    const button = name && document.querySelector<HTMLElement>(`[data-button=${CSS.escape(name)}]`);
    (button || document.getElementById("chosen-shortcuts"))?.focus();
  });
  return (name) => {
    wanted.current = { name };
  };
}
