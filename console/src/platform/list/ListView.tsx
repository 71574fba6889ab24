import {
  Button,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  Pagination,
  Skeleton,
} from "@patternfly/react-core";
import SearchIcon from "@patternfly/react-icons/dist/esm/icons/search-icon";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { LoadFailed } from "../forms/LoadFailed.tsx";
import { SearchField } from "./SearchField.tsx";
import { PAGE_SIZES, type ServerList } from "./useServerList.ts";
import "./list.css";

interface ListViewProps<T> {
  list: ServerList<T>;
  /** The items in the plural, in lower case unless it is a name: it becomes part of sentences. */
  what: string;
  /** The search's placeholder, such as "Search by name or organization". */
  searchLabel: string;
  /** Shown instead of everything if there are no items. */
  empty: ReactNode;
  /** The height of one item, so that nothing jumps when the items replace the skeletons. */
  itemHeight: string;
  children: (items: readonly T[]) => ReactNode;
}

/**
 * The frame of every list: search above, pages below, and the states while loading, after a failure, without items and
 * without search results.
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

interface NoHitsProps {
  /** The items in the plural. */
  what: string;
  search: string;
  onClear: () => void;
}

/** A search without results: repeats the search text and offers to clear it. */
export function NoHits({ what, search, onClear }: NoHitsProps) {
  const intl = useIntl();
  return (
    <EmptyState variant="sm" headingLevel="h2" icon={SearchIcon} titleText={intl.formatMessage({ id: "list.noHits" })}>
      <EmptyStateBody>
        <FormattedMessage id="list.noHitsBody" values={{ what, search }} />
      </EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button variant="link" onClick={onClear}>
            <FormattedMessage id="list.clear" />
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}

/** True if a list has more than one page of the smallest size. Otherwise it has no pager. */
export function hasPages({ total, isMinimum }: Pick<PagerProps, "total" | "isMinimum">): boolean {
  return Boolean(isMinimum) || total > PAGE_SIZES[0];
}

interface PagerProps {
  /** The items in the plural, as in "Pages of PingOne connections". */
  what: string;
  total: number;
  /** True if `total` is a lower bound, because not all items were counted. */
  isMinimum?: boolean | undefined;
  /** Starts with 1. */
  page: number;
  perPage: number;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}

/** The pager: "1–20 of 1,234", first, previous, next, last, and the page size. */
export function Pager({ what, total, isMinimum, page, perPage, onPage, onPerPage }: PagerProps) {
  const intl = useIntl();
  return (
    <Pagination
      className="hanse-pager"
      widgetId="pager"
      // If the last page is unknown, there is no button for it.
      isCompact={Boolean(isMinimum)}
      variant="bottom"
      // The menu opens in the direction with enough space.
      dropDirection="up"
      {...(!isMinimum && { itemCount: total })}
      page={page}
      perPage={perPage}
      onSetPage={(_, next) => onPage(next)}
      onPerPageSelect={(_, next) => onPerPage(next)}
      perPageOptions={PAGE_SIZES.map((value) => ({
        value,
        title: intl.formatMessage({ id: "list.perPage" }, { count: value }),
      }))}
      toggleTemplate={() => (
        <b>
          <Range total={total} isMinimum={isMinimum} page={page} perPage={perPage} />
        </b>
      )}
      titles={{
        paginationAriaLabel: intl.formatMessage({ id: "list.pager" }, { what }),
        toFirstPageAriaLabel: intl.formatMessage({ id: "list.first" }),
        toPreviousPageAriaLabel: intl.formatMessage({ id: "list.previous" }),
        toNextPageAriaLabel: intl.formatMessage({ id: "list.next" }),
        toLastPageAriaLabel: intl.formatMessage({ id: "list.last" }),
        currPageAriaLabel: intl.formatMessage({ id: "list.current" }),
        ofWord: intl.formatMessage({ id: "list.ofPages" }),
        perPageSuffix: "", // The titles of the options contain it.
      }}
    />
  );
}

/** "1–20 of 1,234", or "1–20 of more than 1,000". */
function Range({ total, isMinimum, page, perPage }: Pick<PagerProps, "total" | "isMinimum" | "page" | "perPage">) {
  const values = { first: Math.min((page - 1) * perPage + 1, total), last: Math.min(page * perPage, total) };
  // One more than the counted number is known to exist.
  return isMinimum ? (
    <FormattedMessage id="list.rangeOfMore" values={{ ...values, counted: total - 1 }} />
  ) : (
    <FormattedMessage id="list.range" values={{ ...values, total }} />
  );
}
