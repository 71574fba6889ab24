import { SearchInput } from "@patternfly/react-core";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";

const PAUSE_MS = 300;
/** Windows below this width are phones, where only a short placeholder fits. */
const PHONE = 576;

interface SearchFieldProps {
  /** The purpose of the search, for assistive technology and as the placeholder of wide windows. */
  label: string;
  value: string;
  /** Called when the user pauses, presses Enter, or clears the field. */
  onSearch: (search: string) => void;
  /** True if the field appears because the user wants to search; it then takes the focus. */
  autoFocus?: boolean;
}

/** A search that waits for a pause in typing, so that a server list is not requested for every letter. */
export function SearchField({ label, value, onSearch, autoFocus = false }: SearchFieldProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState(value);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);

  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  // The browser's back and forward, or "Clear search" below, change the search from outside. A change that this field
  // made itself does not overwrite it, because the user may have typed on meanwhile.
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
      placeholder={window.innerWidth < PHONE ? intl.formatMessage({ id: "shell.search" }) : label}
      value={typed}
      onChange={(_, next) => type(next)}
      onKeyDown={(event) => event.key === "Enter" && search(typed)}
      onClear={() => {
        setTyped("");
        search("");
      }}
      resetButtonLabel={intl.formatMessage({ id: "list.clear" })}
    />
  );
}
