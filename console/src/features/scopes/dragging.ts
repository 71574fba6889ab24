/** Drag and drop: dnd-kit's IDs of sources and targets, arrow key movement, and announcements. */

import {
  type Active,
  type Announcements,
  type CollisionDetection,
  closestCenter,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  type Over,
  pointerWithin,
} from "@dnd-kit/core";
import type { IntlShape } from "react-intl";
import { type Message, message } from "../../messages.ts";

export type Side = "available" | "selected";

/** The names of scopes have no spaces (RFC 6749, section 3.3). */
export function dragId(side: Side, name: string): string {
  return `${side} ${name}`;
}

export function nameOf(one: Active | undefined | null): string {
  return String(one?.id ?? "").split(" ")[1] ?? "";
}

export function sideOf(one: Active | Over | null): Side | undefined {
  const side = String(one?.id ?? "").split(" ")[0];
  return side === "available" || side === "selected" ? side : undefined;
}

export function isGroupOf(one: Active): boolean {
  return one.data.current?.isGroup === true;
}

export const detect: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);

const KEYS: Partial<Record<string, Side>> = {
  [KeyboardCode.Right]: "selected",
  [KeyboardCode.Down]: "selected",
  [KeyboardCode.Left]: "available",
  [KeyboardCode.Up]: "available",
};

/** An arrow moves to the other list. The lists are side by side or, on a narrow screen, one below the other. */
export const toList: KeyboardCoordinateGetter = (event, { context: { droppableRects } }) => {
  const rect = droppableRects.get(KEYS[event.code] ?? "");
  if (!rect) return undefined;
  event.preventDefault();
  return { x: rect.left + 16, y: rect.top + rect.height / 2 };
};

/** dnd-kit announces English texts unless it is given these. */
export function announcementsOf(intl: IntlShape): Announcements {
  const textOf = (message: Message, active: Active) => intl.formatMessage(message, { name: nameOf(active) });
  return {
    onDragStart: ({ active }) => textOf({ id: "scopePicker.pickedUp" }, active),
    onDragOver: ({ active, over }) => {
      const side = sideOf(over);
      if (!side) return textOf({ id: "scopePicker.overNothing" }, active);
      return textOf(
        side === "selected" ? message("scopePicker.overSelected") : message("scopePicker.overAvailable"),
        active,
      );
    },
    onDragEnd: ({ active }) => textOf({ id: "scopePicker.dropped" }, active),
    onDragCancel: ({ active }) => textOf({ id: "scopePicker.putBack" }, active),
  };
}
