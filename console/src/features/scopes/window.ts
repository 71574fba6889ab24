/**
 * The part of the server's list that the picker holds. Pages follow one another without a gap. Selected scopes stay
 * among the entries, so that they reappear when deselected, but the limits do not include them. No React here.
 */

/** The maximum of unselected entries, and the remaining number that triggers a request (specification 2, section 9). */
export const MOST = 100;
export const NEAR = 8;
export const AHEAD = 5;
/** Entries that are kept behind the visible rows, so that scrolling back a little needs no request. */
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
  /** The number of entries on the server, including the selected ones. */
  total: number;
  pages: number;
  atStart: boolean;
  atEnd: boolean;
}

export interface Page {
  page: number;
  items: readonly Choice[];
  /** For large results, the server counts up to the end of the page and reports that there is one more. */
  totalItems?: number | null;
}

/** Indexes of the first and the last visible row among the unselected entries. */
export interface Seen {
  from: number;
  to: number;
}

export type Way = "after" | "before";

/** A window at the start of a list, built from its first page. */
export function opened({ items }: Page, total: number, pageSize: number): Window {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return { entries: withPage({ page: 1, items }), total, pages, atStart: true, atEnd: pages === 1 };
}

export function unselected(window: Window, selected: ReadonlySet<string>): readonly Entry[] {
  return window.entries.filter(({ name }) => !selected.has(name));
}

/** The direction in which more is needed, if any: fewer entries remain beyond the visible ones than required. */
export function wanted(window: Window, free: number, seen: Seen): Way | undefined {
  if (!window.atEnd && free - 1 - seen.to < NEAR) return "after";
  if (!window.atStart && seen.from < NEAR) return "before";
  return undefined;
}

/** The pages to fetch: five ahead. The window may contain the outermost page only in part, so it is included. */
export function pagesFor(window: Window, way: Way): number[] {
  const first = window.entries[0]?.page ?? 1;
  const last = window.entries.at(-1)?.page ?? 1;
  const [from, to] = way === "after" ? [last, last + AHEAD] : [first - AHEAD, first];
  const [lowest, highest] = [Math.max(1, from), Math.min(window.pages, to)];
  return Array.from({ length: Math.max(0, highest - lowest + 1) }, (_, index) => lowest + index);
}

/** The window extended by adjacent pages at one end, without duplicates. */
export function merged(window: Window, pages: readonly Page[], pageSize: number): Window {
  const known = new Set(pages.flatMap(({ items }) => items.map(({ name }) => name)));
  // The fetched entries are newer than the existing ones.
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

/** Drops the entries furthest from the visible rows, so that at most 100 unselected entries are left. */
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
