import { Pagination } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { listText as text } from "./text.ts";

export const PAGE_SIZES = [20, 50, 100] as const;

interface PagerProps {
  /** What is listed, in the plural, as in "Pages of PingOne connections". */
  what: string;
  /** Two pagers of one list need two names. */
  position: "top" | "bottom";
  total: number;
  /** Counted from 1. */
  page: number;
  perPage: number;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}

/** Pages of a list: "1–20 of 1,234", first, previous, next, last, and how many a page has. */
export function Pager({ what, position, total, page, perPage, onPage, onPerPage }: PagerProps) {
  const intl = useIntl();
  const isTop = position === "top";
  return (
    <Pagination
      className={`hanse-pager hanse-pager--${position}`}
      widgetId={`pager-${position}`}
      isCompact={isTop}
      variant={position}
      // The menu opens to where there is room.
      dropDirection={isTop ? "down" : "up"}
      itemCount={total}
      page={page}
      perPage={perPage}
      onSetPage={(_, next) => onPage(next)}
      onPerPageSelect={(_, next) => onPerPage(next)}
      perPageOptions={PAGE_SIZES.map((value) => ({
        value,
        title: intl.formatMessage(text.perPage, { count: value }),
      }))}
      toggleTemplate={() => (
        <b>
          <Range total={total} page={page} perPage={perPage} />
        </b>
      )}
      titles={{
        paginationAriaLabel: intl.formatMessage(isTop ? text.topPager : text.bottomPager, { what }),
        toFirstPageAriaLabel: intl.formatMessage(text.first),
        toPreviousPageAriaLabel: intl.formatMessage(text.previous),
        toNextPageAriaLabel: intl.formatMessage(text.next),
        toLastPageAriaLabel: intl.formatMessage(text.last),
        currPageAriaLabel: intl.formatMessage(text.current),
        ofWord: intl.formatMessage(text.ofPages),
        perPageSuffix: "", // The titles of the options say it.
      }}
    />
  );
}

/** "1–20 of 1,234". */
export function Range({ total, page, perPage }: { total: number; page: number; perPage: number }) {
  const first = Math.min((page - 1) * perPage + 1, total);
  return <FormattedMessage {...text.range} values={{ first, last: Math.min(page * perPage, total), total }} />;
}
