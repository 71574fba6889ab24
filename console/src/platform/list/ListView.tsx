import { Skeleton } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { LoadFailed } from "../forms/LoadFailed.tsx";
import { NoHits } from "./NoHits.tsx";
import { hasPages, Pager, Range } from "./Pager.tsx";
import { SearchField } from "./SearchField.tsx";
import type { ServerList } from "./useServerList.ts";
import "./list.css";

interface ListViewProps<T> {
  list: ServerList<T>;
  /** What is listed, in the plural and in lower case where it is no name: it becomes part of sentences. */
  what: string;
  /** What the search looks at, such as "Search by name or organization". */
  searchLabel: string;
  /** In place of everything, when there is nothing at all. */
  empty: ReactNode;
  /** How high one item is, so that nothing jumps when the items take the skeletons' place. */
  itemHeight: string;
  children: (items: readonly T[]) => ReactNode;
}

/**
 * The frame of every list: search above, pages below, and what there is instead while loading, when loading
 * failed, when nothing is there and when nothing was found.
 */
export function ListView<T>({ list, what, searchLabel, empty, itemHeight, children }: ListViewProps<T>) {
  const { query, items, total, isMinimum, stale, error } = list;
  if (error && (!items || stale)) return <LoadFailed error={error} onRetry={list.retry} />;
  if (items && total === 0 && query.filter === "" && !stale) return empty;
  const pager = {
    what,
    total,
    isMinimum,
    page: query.page,
    perPage: query.numberPerPage,
    onPage: list.goTo,
    onPerPage: list.resize,
  };
  return (
    <div className="hanse-list">
      <div className="hanse-list__toolbar">
        <SearchField label={searchLabel} value={query.filter} onSearch={list.search} />
      </div>
      <p role="status" className="pf-v6-screen-reader">
        {items && !stale && <Range {...pager} />}
      </p>
      {!items && <ListSkeleton itemHeight={itemHeight} />}
      {items && total === 0 && <NoHits what={what} search={query.filter} onClear={() => list.search("")} />}
      {items && total > 0 && (
        <div className="hanse-list__items" aria-busy={stale}>
          {children(items)}
        </div>
      )}
      {items && hasPages(pager) && <Pager {...pager} />}
    </div>
  );
}

function ListSkeleton({ itemHeight }: { itemHeight: string }) {
  const intl = useIntl();
  return (
    <div className="hanse-list__skeleton">
      {[1, 2, 3, 4, 5].map((item) => (
        <Skeleton
          key={item}
          height={itemHeight}
          {...(item === 1 && { screenreaderText: intl.formatMessage({ id: "ui.loading" }) })}
        />
      ))}
    </div>
  );
}
