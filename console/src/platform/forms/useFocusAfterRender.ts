import { useCallback, useEffect, useRef } from "react";

/** Moves the focus to an element that the next rendering brings. */
export function useFocusAfterRender(): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return useCallback((id: string) => {
    wanted.current = id;
  }, []);
}
