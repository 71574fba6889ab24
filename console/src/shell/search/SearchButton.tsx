import SearchIcon from "@patternfly/react-icons/dist/esm/icons/search-icon";
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { FormattedMessage } from "react-intl";
import { TAKES_KEYS } from "../../features/frame/page.ts";
import type { NavItem } from "../../platform/api/session.ts";

const load = () => import("./SearchDialog.tsx");
const SearchDialog = lazy(() => load().then(({ SearchDialog: component }) => ({ default: component })));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Looks like a field and opens the search, as Ctrl-K does (Command-K on Apple keyboards). */
export function SearchButton({ tree }: { tree: readonly NavItem[] | undefined }) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  // The element that had the focus before the search was opened, also inside the frame.
  const origin = useRef<HTMLElement>(undefined);

  // Set from the moment the search is requested, before React has rendered anything.
  const collecting = useRef(false);

  const show = useCallback(() => {
    collecting.current = true;
    // If the search is opened again before the focus returned, the original element still gets it back.
    const focused = focusedElement();
    if (focused !== button.current || !origin.current) origin.current = focused;
    // The frame would receive the keys pressed before the dialog is shown.
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
      event.preventDefault(); // The browser's own search would handle the keys.
      // An open dialog must be answered first.
      if (!open && !document.querySelector('[aria-modal="true"]')) show();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open, show]);

  // The dialog is loaded on first use. Until it has the focus, typed text is collected here.
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

  // The dialog returns the focus to this page when it closes, and this returns it to its element, also inside the
  // frame. On a busy machine this happens late, when the search may be open again: then the focus stays there.
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

/** The focused element: for a frame of the same origin, the one inside it. */
function focusedElement(): HTMLElement | undefined {
  const outer = document.activeElement;
  const inner = outer instanceof HTMLIFrameElement ? outer.contentDocument?.activeElement : undefined;
  return ((inner ?? outer) as HTMLElement | null) ?? undefined;
}
