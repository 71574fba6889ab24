/** The screen of a list of cards: a title, the list with search and pages, the empty state, and the delete dialog. */
import { type ComponentType, type ReactNode, useState } from "react";
import { useIntl } from "react-intl";
import type { AreaWith } from "../../messages.ts";
import { Screen } from "../page/Screen.tsx";
import { headingOnceGone, useFocusAfterRender } from "../ui/useFocusAfterRender.ts";
import { EmptyList, type EmptyListKey } from "./EmptyList.tsx";
import { ListView } from "./ListView.tsx";
import type { ServerList } from "./useServerList.ts";

/** The texts of such a screen: `what` names the items in the plural; `list` is the label of the list. */
export type ListScreenArea = AreaWith<EmptyListKey | "what" | "search" | "list">;

/** The actions of the delete dialog's result. */
export interface Deletion<T> {
  item: T;
  onDeleted: () => void;
  onClose: () => void;
}

interface ListScreenProps<T> {
  list: ServerList<T>;
  /** The screen's texts. */
  area: ListScreenArea;
  icon: ComponentType;
  /** Adds an item; absent for those who may not. */
  add: ReactNode;
  /** Other actions, beside the title. */
  besides?: ReactNode;
  /** The class of the list of cards. */
  className: string;
  /** The height of one card while the list loads. */
  itemHeight: string;
  /** Renders a `li`. */
  card: (item: T, onDelete: () => void) => ReactNode;
  deletion: (deletion: Deletion<T>) => ReactNode;
}

export function ListScreen<T extends { id: string }>(props: ListScreenProps<T>) {
  const { list, area, icon, add, besides, className, itemHeight, card, deletion } = props;
  const intl = useIntl();
  const [item, setItem] = useState<T>();
  const focusAfter = useFocusAfterRender(list.items?.map(({ id }) => id));
  // While the list is empty, the button that adds an item is in its middle.
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
