/** Drag and drop: dnd-kit's IDs of sources and targets, and announcements. */

import {
  type Active,
  type Announcements,
  type AutoScrollOptions,
  type CollisionDetection,
  closestCenter,
  type Over,
  pointerWithin,
} from "@dnd-kit/core";
import type { IntlShape } from "react-intl";
import { message } from "../../../messages.ts";

/** The list that accepts pages, and everything else, where shortcuts are dropped to be removed. */
export const SHORTCUTS = "shortcuts";
export const CATALOG = "catalog";

/**
 * A list scrolls slowly, and only in a narrow strip at its ends: the row under the pointer must not move away before
 * the drop. The library's default strip is a fifth of the list, at three times the speed.
 */
export const AUTO_SCROLL: AutoScrollOptions = { threshold: { x: 0, y: 0.05 }, acceleration: 3 };

/** The same page can be in several lists, so a dragged row is identified by both. */
export interface Dragged {
  list: string;
  page: string;
  label: string;
}

export function dragId(list: string, page: string): string {
  return `${list}/${page}`;
}

export function dragged(one: Active | Over | null): Dragged | undefined {
  const data = one?.data.current as { dragged?: Dragged } | undefined;
  return data?.dragged;
}

/** True if a row is dragged over the list of shortcuts or one of them. */
export function isOverShortcuts(over: Over | null): boolean {
  return over?.id === SHORTCUTS || dragged(over)?.list === SHORTCUTS;
}

/** With the pointer, the innermost element at its position; with the keyboard, the nearest element. */
export const detect: CollisionDetection = (args) => {
  if (!args.pointerCoordinates) return closestCenter(args);
  const hits = pointerWithin(args);
  const rows = hits.filter(({ id }) => id !== SHORTCUTS && id !== CATALOG);
  return rows.length > 0 ? rows : hits;
};

/** dnd-kit announces English texts unless it is given these. */
export function announcementsOf(intl: IntlShape, items: readonly string[]): Announcements {
  const label = (active: Active) => dragged(active)?.label ?? "";
  return {
    onDragStart: ({ active }) => intl.formatMessage({ id: "shortcuts.pickedUp" }, { label: label(active) }),
    onDragOver: ({ active, over }) => {
      const at = dragged(over);
      if (at?.list === SHORTCUTS) {
        const place = items.indexOf(at.page) + 1;
        return intl.formatMessage({ id: "shortcuts.overPlace" }, { label: label(active), place, count: items.length });
      }
      const text = isOverShortcuts(over) ? message("shortcuts.overShortcuts") : message("shortcuts.overNothing");
      return intl.formatMessage(text, { label: label(active) });
    },
    onDragEnd: ({ active }) => intl.formatMessage({ id: "shortcuts.dropped" }, { label: label(active) }),
    onDragCancel: ({ active }) => intl.formatMessage({ id: "shortcuts.putBack" }, { label: label(active) }),
  };
}
