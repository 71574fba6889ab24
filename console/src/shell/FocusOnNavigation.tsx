import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * Moves the focus to the heading of the screen that was navigated to, so that a screen reader tells where one is
 * and the next Tab starts there. The first page load leaves the focus to the browser.
 */
export function FocusOnNavigation() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.querySelector<HTMLElement>("main h1")?.focus();
      }),
    [router],
  );
  return null;
}
