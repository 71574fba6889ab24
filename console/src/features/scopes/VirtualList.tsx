/**
 * A list of rows of one height of which only those that are seen are on the page. One row at a time is in the tab order,
 * the arrow keys go from row to row, and rows that are put in above do not move those that are seen.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";

export const ROW_HEIGHT = 48;

export interface ListHandle {
  /** Gives the focus to the same part of the row that takes this one's place; false where there is none. */
  focusBeside: (name: string) => boolean;
}

interface VirtualListProps<T> {
  ref?: Ref<ListHandle>;
  items: readonly T[];
  nameOf: (item: T) => string;
  labelledBy: string;
  /** How many there are, where `items` are a part; -1 when it is not known. */
  setSize: number;
  busy: boolean;
  /** While a row is dragged, the arrow keys are not the list's. */
  locked: boolean;
  onSeen?: (from: number, to: number) => void;
  children: (item: T, inTabOrder: boolean) => ReactNode;
}

export function VirtualList<T>(props: VirtualListProps<T>) {
  const { ref, items, nameOf, labelledBy, setSize, busy, locked, onSeen, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    getItemKey: (index) => nameOf(items[index] as T),
    // What is seen stays where it is when rows come or go above it, and so does the focus: a row that was off the page
    // for one rendering would have lost it. The start of a list that was not scrolled is where it stays.
    anchorTo: (scroller.current?.scrollTop ?? 0) > 0 ? "end" : "start",
  });
  const rows = virtualizer.getVirtualItems();
  const range = virtualizer.range;
  const [from, to] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  const focus = useRowFocus(scroller);

  // After each render: what is seen changes with the items as well as with scrolling.
  useEffect(() => {
    if (rows.length > 0 || items.length === 0) onSeen?.(from, to);
  });

  const [active, setActive] = useState<string>();
  const isThere = rows.some(({ key }) => key === active);
  const inTabOrder = isThere ? active : rows.find(({ index }) => index >= from)?.key;

  function goTo(index: number) {
    const item = items[Math.min(items.length - 1, Math.max(0, index))];
    if (!item) return false;
    setActive(nameOf(item));
    focus(nameOf(item));
    scrollTo(items.indexOf(item));
    return true;
  }

  /** Not the virtualizer's way, which follows the index for some frames: another row may have it by then. */
  function scrollTo(index: number) {
    const { current: element } = scroller;
    if (!element) return;
    const [top, bottom] = [index * ROW_HEIGHT, (index + 1) * ROW_HEIGHT];
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, bottom - element.clientHeight));
    // The event that tells of it comes a frame later, and rows may come or go before.
    virtualizer.scrollOffset = element.scrollTop;
  }

  useImperativeHandle(ref, () => ({
    focusBeside: (name) => {
      const index = items.findIndex((item) => nameOf(item) === name);
      const beside = items[index + 1] ?? items[index - 1];
      return beside !== undefined && goTo(items.indexOf(beside));
    },
  }));

  function press(event: KeyboardEvent) {
    if (locked) return;
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset.row;
    const index = items.findIndex((item) => nameOf(item) === row);
    const page = Math.max(1, to - from - 1);
    const next = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -items.length, End: items.length }[
      event.key
    ];
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    goTo(index + next);
  }

  return (
    <div ref={scroller} className="hanse-picker__scroller" aria-busy={busy}>
      <ul aria-labelledby={labelledBy} style={{ blockSize: virtualizer.getTotalSize() }} onKeyDown={press}>
        {rows.map(({ index, key, start }) => {
          const item = items[index] as T;
          return (
            <li
              key={key}
              data-row={nameOf(item)}
              aria-posinset={index + 1}
              aria-setsize={setSize}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setActive(nameOf(item))}
            >
              {children(item, key === inTabOrder)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Gives the focus to a row as soon as it is on the page: to the part that corresponds to the one that had it. */
function useRowFocus(scroller: { current: HTMLElement | null }) {
  const wanted = useRef<{ name: string; part: string }>(undefined);
  const give = () => {
    if (!wanted.current) return;
    const { name, part } = wanted.current;
    const row = scroller.current?.querySelector(`[data-row="${CSS.escape(name)}"]`);
    const button = row?.querySelector<HTMLElement>(`[data-part="${part}"]`);
    if (!button) return;
    wanted.current = undefined;
    button.focus({ preventScroll: true });
  };
  useEffect(give);
  return (name: string) => {
    const part = document.activeElement?.closest<HTMLElement>("[data-part]")?.dataset.part ?? "act";
    wanted.current = { name, part };
    // A row that is there has it at once: what comes later might take it from somebody who has moved on.
    give();
  };
}
