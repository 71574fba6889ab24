/** The texts that dnd-kit announces while a rule is dragged; its own are in English only. */

import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import type { IntlShape } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { endDragging } from "../../platform/ui/dragging.tsx";
import type { Row } from "./model.ts";
import type { Rules } from "./useRules.ts";

export function placeOf(rows: readonly Row[], id: UniqueIdentifier): number {
  return rows.findIndex(({ key }) => key === id);
}

export function announcementsOf(intl: IntlShape, rows: readonly Row[]): Announcements {
  const at = (id: UniqueIdentifier) => ({ number: placeOf(rows, id) + 1, count: rows.length });
  return {
    onDragStart: ({ active }) => intl.formatMessage({ id: "rules.pickedUp" }, at(active.id)),
    onDragOver: ({ over }) =>
      over ? intl.formatMessage({ id: "rules.over" }, at(over.id)) : intl.formatMessage({ id: "rules.overNothing" }),
    onDragEnd: () => intl.formatMessage({ id: "rules.dropped" }),
    onDragCancel: () => intl.formatMessage({ id: "rules.putBack" }),
  };
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * A rule that is moved with the keyboard. It moves in the list itself: dnd-kit's keyboard support drops keys pressed
 * before its measurements. `held` is true while Escape returns the rule and does not close the dialog.
 */
export function useCarrying(rules: Rules, held: RefObject<boolean>) {
  const { rows } = rules;
  const [carried, setCarried] = useState<{ key: number; before: readonly Row[] }>();

  // The moved rule is kept in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after each change of the order.
  useEffect(() => {
    if (carried) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [carried, rows]);

  function drop(text: Message) {
    setCarried(undefined);
    rules.announce(text, 0);
    endDragging(held);
  }

  function onKeyDown(event: KeyboardEvent, key: number) {
    const place = placeOf(rows, key);
    const step = STEPS[event.key];
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (carried) return drop(message("rules.dropped"));
      held.current = true;
      setCarried({ key, before: rows });
      rules.announce({ id: "rules.pickedUp" }, place + 1);
    } else if (carried && step) {
      event.preventDefault();
      const next = Math.min(Math.max(place + step, 0), rows.length - 1);
      if (next !== place) rules.move(key, next);
      rules.announce({ id: "rules.over" }, next + 1);
    } else if (carried && event.key === "Escape") {
      rules.restore(carried.before);
      drop(message("rules.putBack"));
    }
  }

  function onBlur() {
    if (carried) drop(message("rules.dropped"));
  }

  return { carried: carried?.key, onKeyDown, onBlur };
}
