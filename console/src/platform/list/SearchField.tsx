import { SearchInput } from "@patternfly/react-core";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";

const PAUSE_MS = 300;

interface SearchFieldProps {
  /** What is searched, for assistive technology and as the placeholder. */
  label: string;
  value: string;
  /** Called when the person pauses, presses Enter, or clears. */
  onSearch: (search: string) => void;
  /** Where the field appears because somebody wants to search, it takes the focus. */
  autoFocus?: boolean;
}

/** A search that waits for the end of a word, so that a list on the server is not asked for every letter. */
export function SearchField({ label, value, onSearch, autoFocus = false }: SearchFieldProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState(value);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);

  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  // Back and forward in the browser, or "Clear search" below, change the search from outside. What comes back of our own
  // leaves the field alone: somebody may have typed on meanwhile.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(pending.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(pending.current), []);

  function search(next: string) {
    clearTimeout(pending.current);
    sent.current = next.trim();
    if (sent.current !== value) onSearch(sent.current);
  }

  function type(next: string) {
    setTyped(next);
    clearTimeout(pending.current);
    pending.current = setTimeout(() => search(next), PAUSE_MS);
  }

  return (
    <SearchInput
      ref={input}
      className="hanse-search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(_, next) => type(next)}
      onSearch={(_, next) => search(next)}
      onClear={() => {
        setTyped("");
        search("");
      }}
      submitSearchButtonLabel={intl.formatMessage({ id: "shell.search" })}
      resetButtonLabel={intl.formatMessage({ id: "list.clear" })}
    />
  );
}
