/**
 * A list of rows of equal height that renders only the visible ones. One row at a time is in the tab order, the arrow
 * keys move from row to row, and rows inserted above do not move the visible ones.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";

export const ROW_HEIGHT = 48;

export interface ListHandle {
  /** Focuses the same control in the row that takes this one's place. Returns false if there is none. */
  focusBeside: (name: string) => boolean;
}

interface VirtualListProps<T> {
  ref?: Ref<ListHandle>;
  items: readonly T[];
  nameOf: (item: T) => string;
  labelledBy: string;
  /** The total number if `items` are only a part; -1 if it is unknown. */
  setSize: number;
  busy: boolean;
  /** While a row is dragged, the list does not handle the arrow keys. */
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
    // Keeps the scroll position and the focus when rows are inserted or removed above: a row that is not rendered even
    // once would lose the focus. A list that was not scrolled stays at its start.
    anchorTo: (scroller.current?.scrollTop ?? 0) > 0 ? "end" : "start",
  });
  const rows = virtualizer.getVirtualItems();
  const range = virtualizer.range;
  const [from, to] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  const focus = useRowFocus(scroller);

  // After each render: the visible range depends on the items as well as on scrolling.
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

  /** The virtualizer's own method follows the index for some frames, when it may belong to another row. */
  function scrollTo(index: number) {
    const { current: element } = scroller;
    if (!element) return;
    const [top, bottom] = [index * ROW_HEIGHT, (index + 1) * ROW_HEIGHT];
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, bottom - element.clientHeight));
    // The scroll event comes a frame later, and rows may be inserted or removed before it.
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

/** Focuses a row as soon as it is rendered: the control that corresponds to the one that had the focus. */
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
    // A rendered row gets the focus immediately; later it might take the focus from a user who has moved on.
    give();
  };
}
