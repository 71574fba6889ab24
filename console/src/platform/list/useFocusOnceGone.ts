import { useEffect, useRef } from "react";

/** The button that had the focus goes with its item: once the item with this id is gone, the heading takes the focus. */
export function useFocusOnceGone(ids: readonly string[] | undefined): (id: string) => void {
  const going = useRef<string>(undefined);
  useEffect(() => {
    if (going.current === undefined || !ids || ids.includes(going.current)) return;
    going.current = undefined;
    document.querySelector<HTMLElement>("main h1")?.focus();
  });
  return (id) => {
    going.current = id;
  };
}
