/** The rows of the form: from the stored list, through every change, to the request. No React here. */

export interface Row {
  /** Identifies the row as long as it is shown. */
  key: string;
  value: string;
  initialValue: string;
  isNew: boolean;
  /** True if the row is marked for deletion; the next save deletes it. */
  isDeleted: boolean;
}

export type Rows = readonly Row[];

/** The stored list as rows. Keys are positions, so that a save without other changes keeps every input in place. */
export function toRows(names: readonly string[]): Rows {
  return names.map((name, index) => ({
    key: `stored-${index}`,
    value: name,
    initialValue: name,
    isNew: false,
    isDeleted: false,
  }));
}

/** Adds an empty row at the end; `key` must be unused. */
export function addRow(rows: Rows, key: string): Rows {
  return [...rows, { key, value: "", initialValue: "", isNew: true, isDeleted: false }];
}

export function changeRow(rows: Rows, key: string, value: string): Rows {
  return update(rows, key, { value });
}

/** Removes a row that is not stored yet; marks any other for deletion. */
export function deleteRow(rows: Rows, key: string): Rows {
  if (rows.some((row) => row.key === key && row.isNew)) return rows.filter((row) => row.key !== key);
  return update(rows, key, { isDeleted: true });
}

/** Removes the mark for deletion. */
export function restoreRow(rows: Rows, key: string): Rows {
  return update(rows, key, { isDeleted: false });
}

/** True if saving would change the stored list. */
export function isChanged(rows: Rows): boolean {
  return rows.some((row) => row.isNew || row.isDeleted || trimmed(row) !== row.initialValue);
}

/** The request: the remaining rows, without surrounding white space from pasting. */
export function toNames(rows: Rows): string[] {
  return staying(rows).map(trimmed);
}

/** The keys of the remaining rows without a name. */
export function missingNames(rows: Rows): string[] {
  return staying(rows)
    .filter((row) => trimmed(row) === "")
    .map(({ key }) => key);
}

/**
 * The row of a server finding. Findings use the indexes of the request, which does not contain rows marked for
 * deletion. `path` has the form of sortErrors: `virtualHostNames.3`.
 */
export function rowAt(rows: Rows, path: string): Row | undefined {
  return staying(rows).find((_, index) => path === `virtualHostNames.${index}`);
}

/** The row that gets the focus after a row is removed: the one below it, or above it if it was the last. */
export function neighborOf(rows: Rows, key: string): Row | undefined {
  const index = rows.findIndex((row) => row.key === key);
  return rows[index + 1] ?? rows[index - 1];
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

function update(rows: Rows, key: string, change: Partial<Row>): Rows {
  return rows.map((row) => (row.key === key ? { ...row, ...change } : row));
}

function staying(rows: Rows): Rows {
  return rows.filter((row) => !row.isDeleted);
}

function trimmed(row: Row): string {
  return row.value.trim();
}
