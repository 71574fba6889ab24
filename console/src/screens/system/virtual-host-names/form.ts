/** The rows of the form: from the list that is stored, through every change, to the list that is sent. No React here. */

export interface Row {
  /** Names the row for as long as it is on the screen. */
  key: string;
  value: string;
  initialValue: string;
  isNew: boolean;
  /** Marked for deletion; it goes with the next save. */
  isDeleted: boolean;
}

export type Rows = readonly Row[];

/** The stored list as rows. The keys are places, so that a save that changes nothing else keeps every input in place. */
export function toRows(names: readonly string[]): Rows {
  return names.map((name, index) => ({
    key: `stored-${index}`,
    value: name,
    initialValue: name,
    isNew: false,
    isDeleted: false,
  }));
}

/** Adds an empty row at the end; `key` must be one that no row has. */
export function addRow(rows: Rows, key: string): Rows {
  return [...rows, { key, value: "", initialValue: "", isNew: true, isDeleted: false }];
}

export function changeRow(rows: Rows, key: string, value: string): Rows {
  return update(rows, key, { value });
}

/** Removes a row that the server has never seen; marks any other. */
export function deleteRow(rows: Rows, key: string): Rows {
  if (rows.some((row) => row.key === key && row.isNew)) return rows.filter((row) => row.key !== key);
  return update(rows, key, { isDeleted: true });
}

/** Takes the mark of deletion back. */
export function restoreRow(rows: Rows, key: string): Rows {
  return update(rows, key, { isDeleted: false });
}

/** True when saving would store something else than what was read. */
export function isChanged(rows: Rows): boolean {
  return rows.some((row) => row.isNew || row.isDeleted || trimmed(row) !== row.initialValue);
}

/** What is sent: the rows that stay, without the white space that pasting brings along. */
export function toNames(rows: Rows): string[] {
  return staying(rows).map(trimmed);
}

/** The keys of the rows that stay and have no name. */
export function missingNames(rows: Rows): string[] {
  return staying(rows)
    .filter((row) => trimmed(row) === "")
    .map(({ key }) => key);
}

/**
 * The row that a finding of the server is about: it comes by the index of what was sent, and rows that are marked for
 * deletion were not. `path` is as sortErrors has it: `virtualHostNames.3`.
 */
export function rowAt(rows: Rows, path: string): Row | undefined {
  return staying(rows).find((_, index) => path === `virtualHostNames.${index}`);
}

/** The row that takes the place of one that is removed: the next, or the last. */
export function neighbourOf(rows: Rows, key: string): Row | undefined {
  const index = rows.findIndex((row) => row.key === key);
  return rows[index + 1] ?? rows[index - 1];
}

/**
 * Both sides of a conflict, without what they have in common: among a thousand names nobody finds the one that
 * matters. When only the order differs, both are whole.
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
