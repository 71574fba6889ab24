/**
 * Simple tables: PatternFly's markup and styles without the code of its react-table. That component includes sorting,
 * selection and trees in every cell and costs each screen 16 KB; only a table with a sortable header uses it.
 */
import "@patternfly/react-styles/css/components/Table/table.css";
import "@patternfly/react-styles/css/components/Table/table-grid.css";
import type { ComponentProps, ReactNode } from "react";

interface TableProps {
  /** Narrower than this, a row is shown as a list of labels and values. */
  gridBreakPoint?: "grid-md" | "grid-xl";
  "aria-label"?: string;
  "aria-labelledby"?: string | undefined;
  children: ReactNode;
}

/** A compact table. */
export function Table({ gridBreakPoint = "grid-md", ...props }: TableProps) {
  // biome-ignore lint/a11y/noRedundantRoles: a table laid out as a grid loses its own role in some browsers.
  return <table role="table" className={`pf-v6-c-table pf-m-${gridBreakPoint} pf-m-compact`} {...props} />;
}

export function Thead(props: { children: ReactNode }) {
  return <thead className="pf-v6-c-table__thead" {...props} />;
}

export function Tbody(props: { children: ReactNode }) {
  // biome-ignore lint/a11y/noRedundantRoles: a group of rows loses its own role as the table does.
  return <tbody role="rowgroup" className="pf-v6-c-table__tbody" {...props} />;
}

export function Tr({ className = "", ...props }: { className?: string; children: ReactNode }) {
  return <tr className={`pf-v6-c-table__tr ${className}`.trimEnd()} {...props} />;
}

interface HeadProps extends Omit<ComponentProps<"th">, "className"> {
  /** The label before the cell in the list layout. */
  dataLabel?: string;
  /** Breaks words that are longer than the column, such as identifiers. Headers always wrap and are never cut off. */
  modifier?: "breakWord";
  /** The label of a column whose header is visually empty. */
  screenReaderText?: string;
}

export function Th({ dataLabel, modifier, screenReaderText, children, scope = "col", ...props }: HeadProps) {
  const look = `pf-v6-c-table__th ${modifier ? "pf-m-break-word" : "pf-m-wrap"}`;
  return (
    <th scope={scope} className={look} data-label={dataLabel} {...props}>
      {screenReaderText ? <span className="pf-v6-screen-reader">{screenReaderText}</span> : children}
    </th>
  );
}

interface CellProps extends ComponentProps<"td"> {
  dataLabel?: string;
}

export function Td({ dataLabel, className = "", ...props }: CellProps) {
  return <td className={`pf-v6-c-table__td ${className}`.trimEnd()} data-label={dataLabel} {...props} />;
}
