import { useEffect, useRef } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Group, matches, type Place } from "./find.ts";

interface ResultsProps {
  id: string;
  groups: readonly Group[];
  query: string;
  /** The number of the place that Enter opens. */
  active: number;
  onActive: (index: number) => void;
  onChoose: (place: Place) => void;
}

/** The listbox: a group for each area. The focus stays in the field, which names the active option. */
export function Results({ id, groups, query, active, onActive, onChoose }: ResultsProps) {
  const intl = useIntl();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active option is what is followed.
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
