import { describe, expect, it } from "vitest";
import {
  MOST,
  merged,
  opened,
  type Page,
  pagesFor,
  type Seen,
  trimmed,
  unselected,
  type Way,
  type Window,
  wanted,
} from "./window.ts";

const SIZE = 20;
const NONE: ReadonlySet<string> = new Set();
const ROWS = 8;

const nameOf = (index: number) => `scope-${String(index).padStart(6, "0")}`;

function pageOf(page: number, total: number): Page {
  const start = (page - 1) * SIZE;
  const count = Math.max(0, Math.min(SIZE, total - start));
  return {
    page,
    items: Array.from({ length: count }, (_, index) => ({ name: nameOf(start + index), description: "" })),
  };
}

const open = (total: number) => opened(pageOf(1, total), total, SIZE);
const names = (window: Window) => window.entries.map(({ name }) => name);

/** One step of scrolling: entries near the ends are fetched, and distant ones are dropped. */
function seen(window: Window, selected: ReadonlySet<string>, at: Seen, asked: number[] = []): Window {
  const free = unselected(window, selected);
  const way = wanted(window, free.length, at);
  if (!way) return window;
  const pages = pagesFor(window, way);
  asked.push(...pages);
  const anchor = free[at.from]?.name;
  const more = merged(
    window,
    pages.map((page) => pageOf(page, window.total)),
    SIZE,
  );
  const from = Math.max(
    0,
    unselected(more, selected).findIndex(({ name }) => name === anchor),
  );
  return trimmed(more, selected, { from, to: from + ROWS }, way);
}

function scrolledTo(window: Window, name: string, selected = NONE): { window: Window; at: Seen } {
  let now = window;
  for (let step = 0; step < 1000; step += 1) {
    const free = unselected(now, selected).map((entry) => entry.name);
    const index = free.indexOf(name);
    const target = index >= 0 ? index : name > (free.at(-1) ?? "") ? free.length - 1 : 0;
    const from = Math.max(0, Math.min(target, free.length - ROWS - 1));
    const at = { from, to: Math.min(free.length - 1, from + ROWS) };
    const next = seen(now, selected, at);
    expect(unselected(next, selected).length).toBeLessThanOrEqual(MOST);
    if (next === now && index >= 0) return { window: now, at };
    now = next;
  }
  throw new Error(`${name} was not reached`);
}

describe("the window of the picker", () => {
  it("starts with one page and requests five more when fewer than 8 remain", () => {
    const first = open(1000);
    expect(wanted(first, 20, { from: 0, to: 11 })).toBeUndefined();
    expect(wanted(first, 20, { from: 1, to: 12 })).toBe("after");
    expect(pagesFor(first, "after")).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("requests nothing beyond the ends of the list", () => {
    const whole = open(20);
    expect(whole.atEnd).toBe(true);
    expect(wanted(whole, 20, { from: 10, to: 19 })).toBeUndefined();
    expect(open(21).atEnd).toBe(false);
    expect(open(0)).toMatchObject({ entries: [], atEnd: true, pages: 1 });
  });

  it.each<[Way, number]>([
    ["after", 60],
    ["before", 9],
  ])("keeps 100 and what is seen among them, going %s", (way, first) => {
    const all = merged(
      open(1000),
      [2, 3, 4, 5, 6, 7, 8, 9].map((page) => pageOf(page, 1000)),
      SIZE,
    );
    const at = { from: 80, to: 88 };
    const kept = trimmed(all, NONE, at, way);
    expect(kept.entries).toHaveLength(MOST);
    for (let index = at.from; index <= at.to; index += 1) expect(names(kept)).toContain(nameOf(index));
    expect(names(kept)[0]).toBe(nameOf(first));
    expect([kept.atStart, kept.atEnd]).toEqual([false, false]);
  });

  it("scrolls through 5,000 items and back without a gap", () => {
    const total = 5000;
    const down = scrolledTo(open(total), nameOf(total - 1));
    expect(down.window.atEnd).toBe(true);
    expect(down.window.atStart).toBe(false);
    const end = names(down.window);
    expect(end).toEqual(Array.from({ length: end.length }, (_, index) => nameOf(total - end.length + index)));
    const up = scrolledTo(down.window, nameOf(0));
    expect(up.window.atStart).toBe(true);
    expect(names(up.window)).toEqual(Array.from({ length: up.window.entries.length }, (_, index) => nameOf(index)));
  });

  it("does not count selected items, and continues after them", () => {
    const selected = new Set(Array.from({ length: 300 }, (_, index) => nameOf(index)));
    const { window } = scrolledTo(open(1000), nameOf(320), selected);
    expect(unselected(window, selected)[0]?.name).toBe(nameOf(300));
    // A deselected scope appears again, in its place.
    selected.delete(nameOf(299));
    expect(unselected(window, selected)[0]?.name).toBe(nameOf(299));
  });

  it("continues where the server stopped counting", () => {
    const uncounted = opened(pageOf(1, 41), 41, SIZE);
    const more = merged(uncounted, [pageOf(2, 60), { ...pageOf(3, 60), totalItems: 61 }], SIZE);
    expect([more.atEnd, more.pages]).toEqual([false, 4]);
    const whole = merged(more, [{ ...pageOf(4, 61), totalItems: 61 }], SIZE);
    expect([whole.atEnd, names(whole).at(-1)]).toEqual([true, nameOf(60)]);
  });

  it("contains each item once, even if the list changed on the server", () => {
    const moved: Page = {
      page: 2,
      items: [{ name: nameOf(19), description: "moved" }, ...pageOf(2, 100).items.slice(0, 19)],
    };
    const both = merged(open(100), [moved], SIZE);
    expect(new Set(names(both)).size).toBe(names(both).length);
    expect(both.entries.find(({ name }) => name === nameOf(19))?.description).toBe("moved");
  });
});
