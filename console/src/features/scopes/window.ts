/**
 * The part of the server's list that the picker holds. Pages follow one another without a gap; what is chosen already
 * stays among the entries, so that it is there again when it is given up, and does not count. No React here.
 */

/** At most so many unselected entries are kept, and more are fetched when fewer than these remain (specification 2, section 9). */
export const MOST = 100;
export const NEAR = 8;
export const AHEAD = 5;
/** What is kept behind the rows that are seen, so that a small way back needs no fetching. */
const BEHIND = 20;

export interface Choice {
  name: string;
  description: string;
  isGroup?: boolean;
}

export interface Entry extends Choice {
  isGroup: boolean;
  page: number;
}

export interface Window {
  entries: readonly Entry[];
  /** How many there are on the server, those that are chosen included. */
  total: number;
  pages: number;
  atStart: boolean;
  atEnd: boolean;
}

export interface Page {
  page: number;
  items: readonly Choice[];
  /** Of many hits, the server counts as far as a page goes and finds that there is one more. */
  totalItems?: number | null;
}

/** Indexes among the unselected entries: of the first and the last that is seen. */
export interface Seen {
  from: number;
  to: number;
}

export type Way = "after" | "before";

/** A window at the start of a list, from its first page. */
export function opened({ items }: Page, total: number, pageSize: number): Window {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return { entries: withPage({ page: 1, items }), total, pages, atStart: true, atEnd: pages === 1 };
}

export function unselected(window: Window, selected: ReadonlySet<string>): readonly Entry[] {
  return window.entries.filter(({ name }) => !selected.has(name));
}

/** Which way more is needed, if any: where fewer entries remain beyond those that are seen than should. */
export function wanted(window: Window, free: number, seen: Seen): Way | undefined {
  if (!window.atEnd && free - 1 - seen.to < NEAR) return "after";
  if (!window.atStart && seen.from < NEAR) return "before";
  return undefined;
}

/** The pages to fetch: five ahead. The outermost page may be in the window in part only, so it is one of them. */
export function pagesFor(window: Window, way: Way): number[] {
  const first = window.entries[0]?.page ?? 1;
  const last = window.entries.at(-1)?.page ?? 1;
  const [from, to] = way === "after" ? [last, last + AHEAD] : [first - AHEAD, first];
  const [lowest, highest] = [Math.max(1, from), Math.min(window.pages, to)];
  return Array.from({ length: Math.max(0, highest - lowest + 1) }, (_, index) => lowest + index);
}

/** The window with pages that follow on it at one end, each entry once. */
export function merged(window: Window, pages: readonly Page[], pageSize: number): Window {
  const known = new Set(pages.flatMap(({ items }) => items.map(({ name }) => name)));
  // What is fetched now is newer than what was there.
  const others = window.entries.filter(({ name, page }) => !known.has(name) && !pages.some((one) => one.page === page));
  const entries = [...others, ...pages.flatMap(withPage)].sort((one, other) => one.page - other.page);
  const unique = [...new Map(entries.map((entry) => [entry.name, entry])).values()];
  const numbers = pages.map(({ page }) => page);
  const total = Math.max(window.total, ...pages.map(({ totalItems }) => totalItems ?? 0));
  const last = Math.max(window.pages, Math.ceil(total / pageSize));
  return {
    ...window,
    total,
    pages: last,
    entries: unique,
    atStart: window.atStart || numbers.includes(1),
    atEnd: window.atEnd || numbers.includes(last),
  };
}

/** Lets go of what is furthest from the rows that are seen, so that at most 100 unselected entries are left. */
export function trimmed(window: Window, selected: ReadonlySet<string>, seen: Seen, way: Way): Window {
  const free = unselected(window, selected);
  const excess = free.length - MOST;
  if (excess <= 0) return window;
  const start = clamp(way === "after" ? seen.from - BEHIND : seen.to + BEHIND + 1 - MOST, 0, excess);
  const end = start + MOST;
  const first = start === 0 ? 0 : window.entries.indexOf(free[start] as Entry);
  const last = end === free.length ? window.entries.length - 1 : window.entries.indexOf(free[end - 1] as Entry);
  return {
    ...window,
    entries: window.entries.slice(first, last + 1),
    atStart: window.atStart && start === 0,
    atEnd: window.atEnd && end === free.length,
  };
}

function withPage({ page, items }: Page): Entry[] {
  return items.map(({ name, description, isGroup = false }) => ({ name, description, isGroup, page }));
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(highest, Math.max(lowest, value));
}
