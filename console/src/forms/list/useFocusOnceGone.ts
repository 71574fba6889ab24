import { useEffect, useRef } from "react";

/** The button that had the focus goes with its item: once the item with this id is gone, the heading takes the focus. */
export function useFocusOnceGone(items: readonly { id: string }[] | undefined): (id: string) => void {
  const going = useRef<string>(undefined);
  useEffect(() => {
    if (going.current === undefined || !items || items.some(({ id }) => id === going.current)) return;
    going.current = undefined;
    document.querySelector<HTMLElement>("main h1")?.focus();
  }, [items]);
  return (id) => {
    going.current = id;
  };
}
