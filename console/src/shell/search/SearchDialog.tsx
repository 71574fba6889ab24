import { Button, ModalBody } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { NavItem } from "../../platform/api/session.ts";
import { Modal } from "../../platform/ui/Modal.tsx";
import { configuredQuery } from "./configured.ts";
import { find, type Place, placesOf } from "./find.ts";
import { Results } from "./Results.tsx";
import "./search.css";

const INPUT_ID = "hanse-search-input";

interface SearchDialogProps {
  tree: readonly NavItem[];
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  /** Closes the dialog because it leads to another page. */
  onLeave: () => void;
}

/** The search: a combobox whose listbox is always there (ARIA Authoring Practices, "Combobox"). */
export function SearchDialog({ tree, query, onQuery, onClose, onLeave }: SearchDialogProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(0);
  const places = useMemo(() => placesOf(tree), [tree]);
  const pages = useMemo(() => find(places, query), [places, query]);
  // Pages come at once and first; what the server finds joins below them, so that nothing moves under the hand.
  const { data: configured = [], isFetching, isError } = useQuery(configuredQuery(query));
  const groups = [...pages, ...configured];
  const found = groups.flatMap((group) => group.places);

  // The field gets the focus as soon as it is there. The dialog's focus trap would do so later, and select what was
  // typed before, so that the next letter replaced it.
  const enter = useCallback((field: HTMLInputElement | null) => {
    input.current = field;
    field?.focus();
  }, []);

  function search(next: string): void {
    onQuery(next);
    setActive(0);
  }

  function choose(place: Place): void {
    onLeave();
    void navigate({ href: place.path });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const place = found[active];
    if (move && found.length > 0) setActive((active + move + found.length) % found.length);
    else if (event.key === "Enter" && place) choose(place);
    else return;
    event.preventDefault();
  }

  return (
    <Modal
      isOpen
      variant="small"
      position="top"
      className="hanse-search"
      aria-label={intl.formatMessage({ id: "search.title" })}
      elementToFocus={`#${INPUT_ID}`}
      onEscapePress={onClose}
    >
      <div className="hanse-search__head">
        <input
          id={INPUT_ID}
          ref={enter}
          className="hanse-search__input"
          type="text"
          role="combobox"
          aria-label={intl.formatMessage({ id: "search.title" })}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
          placeholder={intl.formatMessage({ id: "search.placeholder" })}
          autoComplete="off"
          spellCheck={false}
          value={query}
          // What was typed before the dialog was there is gone on with, and not written over.
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="link" onClick={onClose}>
          <FormattedMessage id="search.close" />
        </Button>
      </div>
      {/* The keyboard scrolls it as well: with many pages the results are longer than the window. */}
      <ModalBody className="hanse-search__body" tabIndex={0}>
        <p className="pf-v6-screen-reader" role="status">
          {isFetching ? (
            <FormattedMessage id="search.searching" />
          ) : (
            <FormattedMessage id="search.count" values={{ count: found.length }} />
          )}
        </p>
        <Results id={listId} groups={groups} query={query} active={active} onActive={setActive} onChoose={choose} />
        {isError && (
          <p className="hanse-search__note" role="alert">
            <FormattedMessage id="search.failed" />
          </p>
        )}
        {found.length === 0 && !isFetching && (
          <div className="hanse-search__nothing">
            <p>
              <FormattedMessage id="search.nothing" values={{ query: <strong key="query">{query}</strong> }} />
            </p>
            <Button
              variant="link"
              isInline
              onClick={() => {
                search("");
                input.current?.focus();
              }}
            >
              <FormattedMessage id="search.clear" />
            </Button>
          </div>
        )}
      </ModalBody>
    </Modal>
  );
}
