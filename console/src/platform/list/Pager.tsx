import { Pagination } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { PAGE_SIZES } from "./search.ts";

/** Whether a list has more than one page of the smallest size. Otherwise it has no pager. */
export function hasPages({ total, isMinimum }: Pick<PagerProps, "total" | "isMinimum">): boolean {
  return Boolean(isMinimum) || total > PAGE_SIZES[0];
}

interface PagerProps {
  /** What is listed, in the plural, as in "Pages of PingOne connections". */
  what: string;
  total: number;
  /** There are at least as many as `total`, and maybe more: not all were counted. */
  isMinimum?: boolean | undefined;
  /** Counted from 1. */
  page: number;
  perPage: number;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}

/** Pages of a list: "1–20 of 1,234", first, previous, next, last, and how many a page has. */
export function Pager({ what, total, isMinimum, page, perPage, onPage, onPerPage }: PagerProps) {
  const intl = useIntl();
  return (
    <Pagination
      className="hanse-pager"
      widgetId="pager"
      // Where nobody knows which page is the last, there is no way to it.
      isCompact={Boolean(isMinimum)}
      variant="bottom"
      // The menu opens to where there is room.
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
        perPageSuffix: "", // The titles of the options say it.
      }}
    />
  );
}

/** "1–20 of 1,234", or "1–20 of more than 1,000". */
export function Range({
  total,
  isMinimum,
  page,
  perPage,
}: Pick<PagerProps, "total" | "isMinimum" | "page" | "perPage">) {
  const values = { first: Math.min((page - 1) * perPage + 1, total), last: Math.min(page * perPage, total) };
  // What is known to be there is one more than what was counted.
  return isMinimum ? (
    <FormattedMessage id="list.rangeOfMore" values={{ ...values, counted: total - 1 }} />
  ) : (
    <FormattedMessage id="list.range" values={{ ...values, total }} />
  );
}
