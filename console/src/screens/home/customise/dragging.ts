/** What is dragged and where to: ids of dnd-kit, and the texts it speaks. */

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

/** The list that takes pages in, and everything else, which takes shortcuts out. */
export const SHORTCUTS = "shortcuts";
export const CATALOGUE = "catalogue";

/**
 * A list scrolls slowly, and only in a narrow strip at its ends: what is under the pointer must not move away before the
 * hand lets go. The library's own strip is the fifth part of the list, at three times the pace.
 */
export const AUTO_SCROLL: AutoScrollOptions = { threshold: { x: 0, y: 0.05 }, acceleration: 3 };

/** The same page may stand in several lists, so what is dragged is named by both. */
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

/** Whether something is held over the list of shortcuts or one of them. */
export function isOverShortcuts(over: Over | null): boolean {
  return over?.id === SHORTCUTS || dragged(over)?.list === SHORTCUTS;
}

/** The pointer is in what it is in, a row before the list around it; the keyboard is at what is nearest. */
export const detect: CollisionDetection = (args) => {
  if (!args.pointerCoordinates) return closestCenter(args);
  const hits = pointerWithin(args);
  const rows = hits.filter(({ id }) => id !== SHORTCUTS && id !== CATALOGUE);
  return rows.length > 0 ? rows : hits;
};

/** dnd-kit speaks English of its own unless it is given these. */
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
