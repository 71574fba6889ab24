import SearchIcon from "@patternfly/react-icons/dist/esm/icons/search-icon";
import { lazy, Suspense, useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import type { NavItem } from "../../../api/session.ts";

const load = () => import("./SearchDialog.tsx");
const SearchDialog = lazy(() => load().then(({ SearchDialog: component }) => ({ default: component })));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Looks like a field and opens the search, as Ctrl-K does (on Apple's keyboards, Command-K). */
export function SearchButton({ tree }: { tree: readonly NavItem[] | undefined }) {
  const [open, setOpen] = useState(false);

  // Loaded after the first paint, so that what is typed right after the shortcut arrives.
  useEffect(() => void load(), []);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault(); // The browser's own search would take the keys.
      // A dialog that asks something is answered first.
      if (!document.querySelector('[aria-modal="true"]')) setOpen(true);
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        className="hanse-search-button"
        data-tour="search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        disabled={!tree}
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span className="hanse-search-button__text">
          <FormattedMessage id="shell.search" />
        </span>
        <span className="hanse-search-button__keys" aria-hidden="true">
          {isApple ? "⌘K" : "Ctrl K"}
        </span>
      </button>
      {open && tree && (
        <Suspense>
          <SearchDialog tree={tree} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
