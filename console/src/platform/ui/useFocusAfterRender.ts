import { useCallback, useEffect, useRef } from "react";

type Find<Shown> = (shown: Shown) => HTMLElement | null | undefined;

/**
 * Returns a function that focuses an element that does not exist yet or will be moved: `find` is called after each
 * render until it returns an element.
 */
export function useFocusAfterRender<Shown = undefined>(shown?: Shown): (find: Find<Shown | undefined>) => void {
  const wanted = useRef<Find<Shown | undefined>>(undefined);
  useEffect(() => {
    const element = wanted.current?.(shown);
    if (!element) return;
    wanted.current = undefined;
    element.focus();
  });
  return useCallback((find) => {
    wanted.current = find;
  }, []);
}

/** Finds the heading of the page. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector("main h1");
}

/** Finds the heading of the page after an item was deleted, because the button that had the focus is gone. */
export function headingOnceGone(id: string): Find<readonly string[] | undefined> {
  return (ids) => (ids && !ids.includes(id) ? pageHeading() : undefined);
}

/** Finds the first element that matches a selector. */
export function firstOf(selector: string): Find<unknown> {
  return () => document.querySelector<HTMLElement>(selector);
}
