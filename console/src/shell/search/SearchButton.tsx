import SearchIcon from "@patternfly/react-icons/dist/esm/icons/search-icon";
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { FormattedMessage } from "react-intl";
import { TAKES_KEYS } from "../../features/frame/page.ts";
import type { NavItem } from "../../platform/api/session.ts";

const load = () => import("./SearchDialog.tsx");
const SearchDialog = lazy(() => load().then(({ SearchDialog: component }) => ({ default: component })));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Looks like a field and opens the search, as Ctrl-K does (on Apple's keyboards, Command-K). */
export function SearchButton({ tree }: { tree: readonly NavItem[] | undefined }) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  // What had the focus before the search was opened, also inside of the frame.
  const origin = useRef<HTMLElement>(undefined);

  // From the moment that the search is asked for, before React has drawn anything.
  const collecting = useRef(false);

  const show = useCallback(() => {
    collecting.current = true;
    // Opened again before the focus went back to what had it, the search still owes it to that.
    const focused = focusedElement();
    if (focused !== button.current || !origin.current) origin.current = focused;
    // A frame would keep the keys that are pressed until the dialog is there.
    button.current?.focus();
    button.current?.setAttribute(TAKES_KEYS, "");
    setQuery("");
    setOpen(true);
  }, []);

  const close = useCallback(() => {
    collecting.current = false;
    button.current?.removeAttribute(TAKES_KEYS);
    setOpen(false);
  }, []);

  useEffect(() => void load(), []);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault(); // The browser's own search would take the keys.
      // A dialog that asks something is answered first.
      if (!open && !document.querySelector('[aria-modal="true"]')) show();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open, show]);

  // The dialog is loaded when it is first needed. Until it has the focus, its text is collected here.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (
        !collecting.current ||
        document.activeElement?.matches(".hanse-search :is(input, button, a)") ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      if (event.key === "Escape") close();
      else if (event.key === "Backspace") setQuery((typed) => typed.slice(0, -1));
      else if (Array.from(event.key).length === 1) setQuery((typed) => typed + event.key);
      else if (event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [close]);

  // The dialog gives the focus back to this page when it closes, and this to what had it, also inside of the frame.
  // On a busy machine this comes late, when the search may have been opened again: then the focus stays there.
  useEffect(() => {
    if (open || collecting.current) return;
    if (origin.current?.isConnected) origin.current.focus({ preventScroll: true });
    origin.current = undefined;
  }, [open]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className="hanse-search-button"
        data-tour="search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        disabled={!tree}
        onClick={show}
      >
        <SearchIcon />
        <span className="hanse-search-button__text">
          <FormattedMessage id="shell.search" />
        </span>
        <span className="hanse-search-button__keys" aria-hidden="true">
          {isApple ? "⌘K" : <FormattedMessage id="shell.searchKeys" />}
        </span>
      </button>
      {open && tree && (
        <Suspense>
          <SearchDialog
            tree={tree}
            query={query}
            onQuery={setQuery}
            onClose={close}
            onLeave={() => {
              origin.current = undefined;
              close();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** What has the focus: of a frame of our own, what has it in there. */
function focusedElement(): HTMLElement | undefined {
  const outer = document.activeElement;
  const inner = outer instanceof HTMLIFrameElement ? outer.contentDocument?.activeElement : undefined;
  return ((inner ?? outer) as HTMLElement | null) ?? undefined;
}
