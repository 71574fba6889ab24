/** The rows of the form: from the stored list to the request. No React here. */

export interface Row {
  value: string;
  /** The stored name; null in a new row. */
  stored: string | null;
  /** True if the row is marked for deletion; the next save deletes it. */
  isDeleted: boolean;
}

export type Rows = readonly Row[];

/** The stored list as rows. */
export function toRows(names: readonly string[]): Row[] {
  return names.map((name) => ({ value: name, stored: name, isDeleted: false }));
}

/** True if saving would change the stored list. */
export function isChanged(rows: Rows): boolean {
  return rows.some((row) => row.isDeleted || row.value.trim() !== row.stored);
}

/** The request: the remaining rows, without surrounding white space from pasting. */
export function toNames(rows: Rows): string[] {
  return remainingRows(rows).map(({ row }) => row.value.trim());
}

/** The indexes of the remaining rows without a name. */
export function missingNames(rows: Rows): number[] {
  return remainingRows(rows)
    .filter(({ row }) => row.value.trim() === "")
    .map(({ index }) => index);
}

/**
 * The index of the row of a server finding, which has the index in the request: rows marked for deletion are not part of
 * it. `path` has the form of sortErrors: `virtualHostNames.3`.
 */
export function rowAt(rows: Rows, path: string): number | undefined {
  return remainingRows(rows).find((_, index) => path === `virtualHostNames.${index}`)?.index;
}

/**
 * Both sides of a conflict, without their common names, so that the differences are visible among a thousand names. If
 * only the order differs, both are complete.
 */
export function differences(mine: readonly string[], theirs: readonly string[]): { mine: string[]; theirs: string[] } {
  const onlyMine = without(mine, theirs);
  const onlyTheirs = without(theirs, mine);
  if (onlyMine.length === 0 && onlyTheirs.length === 0) return { mine: [...mine], theirs: [...theirs] };
  return { mine: onlyMine, theirs: onlyTheirs };
}

function without(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
}

function remainingRows(rows: Rows) {
  return rows.map((row, index) => ({ row, index })).filter(({ row }) => !row.isDeleted);
}
