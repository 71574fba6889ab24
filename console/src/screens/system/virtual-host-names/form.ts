/** The rows of the form: from the list that is stored, through every change, to the list that is sent. No React here. */

export interface Row {
  /** Names the row for as long as it is on the screen. */
  key: string;
  value: string;
  initialValue: string;
  isNew: boolean;
  /** Marked for deletion; it goes with the next save. */
  isDeleted: boolean;
  error: string | undefined;
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
    error: undefined,
  }));
}

/** Adds an empty row at the end; `key` must be one that no row has. */
export function addRow(rows: Rows, key: string): Rows {
  return [...rows, { key, value: "", initialValue: "", isNew: true, isDeleted: false, error: undefined }];
}

/** Sets a value. What was wrong with the old one is not known to be wrong with the new one. */
export function changeRow(rows: Rows, key: string, value: string): Rows {
  return update(rows, key, { value, error: undefined });
}

/** Removes a row that the server has never seen; marks any other. */
export function deleteRow(rows: Rows, key: string): Rows {
  if (rows.some((row) => row.key === key && row.isNew)) return rows.filter((row) => row.key !== key);
  return update(rows, key, { isDeleted: true, error: undefined });
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

/** Marks with `message` every row that stays and has no name. Returns the same rows when there is none. */
export function checkRequired(rows: Rows, message: string): Rows {
  if (!rows.some(isMissing)) return rows;
  return rows.map((row) => (isMissing(row) ? { ...row, error: message } : row));
}

/** True while a row is known to be wrong: it was found empty, and still is. */
export function isKnownWrong(rows: Rows): boolean {
  return rows.some((row) => row.error !== undefined && isMissing(row));
}

/**
 * Brings the server's findings to their rows. They come by the index of what was sent, and rows that are marked for
 * deletion were not. `errors` are by form path, as sortErrors returns them: `virtualHostNames.3`.
 */
export function withServerErrors(rows: Rows, errors: ReadonlyMap<string, string>): Rows {
  const byKey = new Map(staying(rows).map(({ key }, index) => [key, errors.get(pathOf(index))]));
  return rows.map((row) => ({ ...row, error: byKey.get(row.key) }));
}

/** Whether a form path names one of the rows that were sent. */
export function isRowPath(rows: Rows, path: string): boolean {
  return staying(rows).some((_, index) => pathOf(index) === path);
}

/** The rows that something is wrong with; the keyboard goes to the first. */
export function wrongRows(rows: Rows): Rows {
  return rows.filter((row) => row.error !== undefined);
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

function isMissing(row: Row): boolean {
  return !row.isDeleted && trimmed(row) === "";
}

function trimmed(row: Row): string {
  return row.value.trim();
}

function pathOf(index: number): string {
  return `virtualHostNames.${index}`;
}
