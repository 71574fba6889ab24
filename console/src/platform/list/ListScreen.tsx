/**
 * The screen of a list of cards: a title, the list with search and pages, what there is instead of an empty one, and the
 * question before one of them is deleted.
 */
import { type ComponentType, type ReactNode, useState } from "react";
import { useIntl } from "react-intl";
import type { AreaWith } from "../../messages.ts";
import { Screen } from "../page/Screen.tsx";
import { headingOnceGone, useFocusAfterRender } from "../ui/useFocusAfterRender.ts";
import { EmptyList, type EmptyListKey, ListView } from "./ListView.tsx";
import type { ServerList } from "./useServerList.ts";

/** The texts of such a screen: `what` is listed, in the plural; `list` names the list to those who hear it. */
export type ListScreenArea = AreaWith<EmptyListKey | "what" | "search" | "list">;

/** What the question before a deletion is to do when it was answered. */
export interface Deletion<T> {
  item: T;
  onDeleted: () => void;
  onClose: () => void;
}

interface ListScreenProps<T> {
  list: ServerList<T>;
  /** Whose texts are shown. */
  area: ListScreenArea;
  icon: ComponentType;
  /** Adds an item; nothing for those who may not. */
  add: ReactNode;
  /** What else can be done here, beside the title. */
  besides?: ReactNode;
  /** Of the list of cards. */
  className: string;
  /** Of one card while it is loaded. */
  itemHeight: string;
  /** A `li`. */
  card: (item: T, onDelete: () => void) => ReactNode;
  deletion: (deletion: Deletion<T>) => ReactNode;
}

export function ListScreen<T extends { id: string }>(props: ListScreenProps<T>) {
  const { list, area, icon, add, besides, className, itemHeight, card, deletion } = props;
  const intl = useIntl();
  const [item, setItem] = useState<T>();
  const focusAfter = useFocusAfterRender(list.items?.map(({ id }) => id));
  // While there is nothing, the way to add something stands in the middle of it.
  const hasSome = list.total > 0 || list.query.filter !== "";
  return (
    <Screen
      action={
        besides ? (
          <div className="hanse-list__head">
            {besides}
            {hasSome && add}
          </div>
        ) : (
          hasSome && add
        )
      }
    >
      <ListView
        list={list}
        what={intl.formatMessage({ id: `${area}.what` })}
        searchLabel={intl.formatMessage({ id: `${area}.search` })}
        empty={<EmptyList icon={icon} area={area} action={add} />}
        itemHeight={itemHeight}
      >
        {(items) => (
          <ul className={className} aria-label={intl.formatMessage({ id: `${area}.list` })}>
            {items.map((each) => card(each, () => setItem(each)))}
          </ul>
        )}
      </ListView>
      {item &&
        deletion({ item, onDeleted: () => focusAfter(headingOnceGone(item.id)), onClose: () => setItem(undefined) })}
    </Screen>
  );
}
