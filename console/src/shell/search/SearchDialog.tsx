import { Button, Modal, ModalBody } from "@patternfly/react-core";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type NavItem, service } from "../../platform/api/session.ts";
import { body } from "../../platform/api/transport.ts";
import { find, type Group, matches, type Place, placesOf } from "./find.ts";
import "./search.css";

const INPUT_ID = "hanse-search-input";

interface SearchDialogProps {
  tree: readonly NavItem[];
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  /** Closes the dialog because another page is opened. */
  onLeave: () => void;
}

/** The search: a combobox whose listbox is always shown (ARIA Authoring Practices, "Combobox"). */
export function SearchDialog({ tree, query, onQuery, onClose, onLeave }: SearchDialogProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(0);
  const places = useMemo(() => placesOf(tree), [tree]);
  const pages = useMemo(() => find(places, query), [places, query]);
  // Pages are shown first, immediately; the server's results are added below, so that nothing moves.
  const { data: configured = [], isFetching, isError } = useQuery(configuredQuery(query));
  const groups = [...pages, ...configured];
  const found = groups.flatMap((group) => group.places);

  // Focuses the field as soon as it exists. The dialog's focus trap would do so later and select the typed text, so
  // that the next letter would replace it.
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
          // Text typed before the dialog was rendered is continued, not replaced.
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="link" onClick={onClose}>
          <FormattedMessage id="search.close" />
        </Button>
      </div>
      {/* Also scrollable by keyboard: with many pages the results are longer than the window. */}
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

interface ResultsProps {
  id: string;
  groups: readonly Group[];
  query: string;
  /** The index of the result that Enter opens. */
  active: number;
  onActive: (index: number) => void;
  onChoose: (place: Place) => void;
}

/** The listbox: a group for each area. The focus stays in the field, which references the active option. */
function Results({ id, groups, query, active, onActive, onChoose }: ResultsProps) {
  const intl = useIntl();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after each change of the active option.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active, groups]);
  const order = groups.flatMap((group) => group.places);

  return (
    <div ref={list} id={id} role="listbox" aria-label={intl.formatMessage({ id: "search.results" })}>
      {groups.map(({ area, places, hasMore }, number) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
        <div key={area} role="group" aria-labelledby={`${id}-area-${number}`} className="hanse-search__group">
          <div id={`${id}-area-${number}`} role="presentation" className="hanse-search__area">
            {hasMore ? <FormattedMessage id="search.first" values={{ area, count: places.length }} /> : area}
          </div>
          {places.map((place) => {
            const index = order.indexOf(place);
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and the keys.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
              <div
                key={place.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className="hanse-search__option"
                onMouseMove={() => onActive(index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(place)}
              >
                <Marked label={place.label} query={query} />
                {place.within && <span className="hanse-search__within">{place.within}</span>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Marked({ label, query }: { label: string; query: string }) {
  const spans = matches(label, query);
  const ends = [0, ...spans.map(([, end]) => end)];
  return (
    <span>
      {spans.map(([start, end], index) => (
        <span key={start}>
          {label.slice(ends[index], start)}
          <mark>{label.slice(start, end)}</mark>
        </span>
      ))}
      {label.slice(ends.at(-1))}
    </span>
  );
}

/** The typing pause before the server is queried, and the minimum number of characters. */
const PAUSE_MS = 200;
const LEAST = 2;
/** The server's maximum length of a query. */
const MOST = 200;

/** Queries the server for items that contain every word; a query of one character is not sent. */
export function configuredQuery(query: string) {
  const filter = query.trim().slice(0, MOST);
  return queryOptions({
    queryKey: ["search", filter],
    enabled: filter.length >= LEAST,
    ...(filter.length >= LEAST && { placeholderData: keepPreviousData }),
    // Results are not cached: an administrator may search for something created a moment ago.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Group[]> => {
      await rest(signal);
      const { items } = await body(service.GET("/search", { params: { query: { filter } }, signal }));
      return items.map(({ kind, title, items: hits, hasMore }) => ({
        area: title,
        hasMore,
        places: hits.map(({ id, label, detail, path }) => ({
          id: `${kind}/${id}`,
          label,
          path,
          area: title,
          within: detail ?? undefined,
        })),
      }));
    },
  });
}

/** The next key cancels the query before it is sent. */
function rest(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
