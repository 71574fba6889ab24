import LongArrowAltDownIcon from "@patternfly/react-icons/dist/esm/icons/long-arrow-alt-down-icon";
import LongArrowAltUpIcon from "@patternfly/react-icons/dist/esm/icons/long-arrow-alt-up-icon";
import { type ComponentProps, Fragment, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Message } from "../../../messages.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "./Table.tsx";

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

interface DataTableProps<T> extends Omit<ComponentProps<typeof Table>, "children"> {
  rows: readonly T[];
  /** Falsy values are left out. */
  columns: readonly (Column<T> | false | undefined)[];
  keyOf: (row: T) => string | number;
  /** Content below a row, over the full width. */
  below?: (row: T) => ReactNode;
  belowClassName?: string;
  /** The order of the first column, whose header reverses it. */
  sort?: { descending: boolean; onSort: (descending: boolean) => void };
}

/** A table that is described by its columns. On a narrow screen each row is a list of headers and values. */
export function DataTable<T>({ rows, columns, keyOf, below, belowClassName, sort, ...props }: DataTableProps<T>) {
  const intl = useIntl();
  const shown = columns.filter((column) => column !== false && column !== undefined);
  return (
    <Table {...props}>
      <Thead>
        <Tr>
          {shown.map(({ head, isHeadHidden, control, className }, index) => {
            if (control) {
              return (
                <Td key={head.id} className={typeof className === "string" ? className : ""}>
                  {control}
                </Td>
              );
            }
            if (isHeadHidden) return <Th key={head.id} screenReaderText={intl.formatMessage(head)} />;
            if (index === 0 && sort) return <SortingHead key={head.id} head={head} {...sort} />;
            return (
              <Th key={head.id}>
                <FormattedMessage {...head} />
              </Th>
            );
          })}
        </Tr>
      </Thead>
      <Tbody>
        {rows.map((row) => {
          const note = below?.(row);
          return (
            <Fragment key={keyOf(row)}>
              <Tr>
                {shown.map(({ head, cell, className, isName, isHeadHidden, control }) => {
                  const label = isHeadHidden || control ? {} : { dataLabel: intl.formatMessage(head) };
                  const look = typeof className === "function" ? className(row) : className;
                  return isName ? (
                    <Th key={head.id} scope="row" modifier="breakWord" {...label}>
                      {cell(row)}
                    </Th>
                  ) : (
                    <Td key={head.id} {...label} {...(look && { className: look })}>
                      {cell(row)}
                    </Td>
                  );
                })}
              </Tr>
              {note && (
                <Tr {...(belowClassName && { className: belowClassName })}>
                  <Td colSpan={shown.length}>{note}</Td>
                </Tr>
              )}
            </Fragment>
          );
        })}
      </Tbody>
    </Table>
  );
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
