/**
 * Tables in PatternFly's markup and styles without the code of its react-table. That component includes sorting,
 * selection and trees in every cell and costs each screen 16 KB.
 */
import "@patternfly/react-styles/css/components/Table/table.css";
import "@patternfly/react-styles/css/components/Table/table-grid.css";
import LongArrowAltDownIcon from "@patternfly/react-icons/dist/esm/icons/long-arrow-alt-down-icon";
import LongArrowAltUpIcon from "@patternfly/react-icons/dist/esm/icons/long-arrow-alt-up-icon";
import { Fragment, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Message } from "../../../messages.ts";

export interface Column<T> {
  head: Message;
  cell: (row: T) => ReactNode;
  className?: string | ((row: T) => string);
  /** True if the column's cells are row headers. */
  isName?: boolean;
  /** True for a column of buttons: its header is for screen readers only, and is not repeated in the list layout. */
  isHeadHidden?: boolean;
  /** Replaces the header's text. */
  control?: ReactNode;
}

interface DataTableProps<T> {
  rows: readonly T[];
  /** Falsy values are left out. */
  columns: readonly (Column<T> | false | undefined)[];
  keyOf: (row: T) => string | number;
  /** Content below a row, over the full width. */
  below?: (row: T) => ReactNode;
  belowClassName?: string;
  /** The order of the first column, whose header reverses it. */
  sort?: { descending: boolean; onSort: (descending: boolean) => void };
  /** Narrower than this, a row is shown as a list of labels and values. */
  gridBreakPoint?: "grid-md" | "grid-xl";
  "aria-label"?: string;
  "aria-labelledby"?: string | undefined;
}

const ROW = "pf-v6-c-table__tr";
const CELL = "pf-v6-c-table__td";

/** A compact table that is described by its columns. On a narrow screen each row is a list of headers and values. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { rows, columns, keyOf, below, belowClassName = "", sort, gridBreakPoint = "grid-md", ...rest } = props;
  const shown = columns.filter((column) => column !== false && column !== undefined);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a table laid out as a grid loses its own role in some browsers.
    <table role="table" className={`pf-v6-c-table pf-m-${gridBreakPoint} pf-m-compact`} {...rest}>
      <thead className="pf-v6-c-table__thead">
        <tr className={ROW}>
          {shown.map((column, index) =>
            index === 0 && sort ? (
              <SortingHead key={column.head.id} head={column.head} {...sort} />
            ) : (
              <Head key={column.head.id} column={column} />
            ),
          )}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: a group of rows loses its own role as the table does. */}
      <tbody role="rowgroup" className="pf-v6-c-table__tbody">
        {rows.map((row) => {
          const note = below?.(row);
          return (
            <Fragment key={keyOf(row)}>
              <tr className={ROW}>
                {shown.map((column) => (
                  <Cell key={column.head.id} column={column} row={row} />
                ))}
              </tr>
              {note && (
                <tr className={`${ROW} ${belowClassName}`.trimEnd()}>
                  <td className={CELL} colSpan={shown.length}>
                    {note}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function Head<T>({ column: { head, className, control, isHeadHidden } }: { column: Column<T> }) {
  const text = <FormattedMessage {...head} />;
  if (control) return <td className={classes(typeof className === "string" ? className : "")}>{control}</td>;
  return (
    // Headers always wrap and are never cut off.
    <th scope="col" className="pf-v6-c-table__th pf-m-wrap">
      {isHeadHidden ? <span className="pf-v6-screen-reader">{text}</span> : text}
    </th>
  );
}

function Cell<T>({ column, row }: { column: Column<T>; row: T }) {
  const { head, cell, className, isName, isHeadHidden, control } = column;
  const intl = useIntl();
  const label = isHeadHidden || control ? undefined : intl.formatMessage(head);
  const look = typeof className === "function" ? className(row) : className;
  return isName ? (
    // Words that are longer than the column, such as identifiers, break.
    <th scope="row" className="pf-v6-c-table__th pf-m-break-word" data-label={label}>
      {cell(row)}
    </th>
  ) : (
    <td className={classes(look)} data-label={label}>
      {cell(row)}
    </td>
  );
}

function classes(own = ""): string {
  return `${CELL} ${own}`.trimEnd();
}

type Sort = Required<DataTableProps<unknown>>["sort"];

function SortingHead({ head, descending, onSort }: { head: Message } & Sort) {
  return (
    <th
      scope="col"
      className="pf-v6-c-table__th pf-v6-c-table__sort pf-m-selected"
      aria-sort={descending ? "descending" : "ascending"}
    >
      <button type="button" className="pf-v6-c-table__button" onClick={() => onSort(!descending)}>
        <span className="pf-v6-c-table__button-content">
          <span className="pf-v6-c-table__text">
            <FormattedMessage {...head} />
          </span>
          <span className="pf-v6-c-table__sort-indicator">
            {descending ? <LongArrowAltDownIcon /> : <LongArrowAltUpIcon />}
          </span>
        </span>
      </button>
    </th>
  );
}
