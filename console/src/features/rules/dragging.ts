/** The texts that dnd-kit speaks while a rule is dragged: it has English ones of its own otherwise. */
import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";
import type { IntlShape } from "react-intl";
import type { Row } from "./model.ts";

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
