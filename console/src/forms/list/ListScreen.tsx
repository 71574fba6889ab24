/**
 * The screen of a list of cards: a title, the list with search and pages, what there is instead of an empty one, and the
 * question before one of them is deleted.
 */
import { type ComponentType, type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Screen, type ScreenProps } from "../../app/shell/Screen.tsx";
import type { Message } from "../../catalogue.ts";
import { EmptyList, type EmptyListText } from "../../ui/list/EmptyList.tsx";
import { ListView } from "./ListView.tsx";
import { useFocusOnceGone } from "./useFocusOnceGone.ts";
import type { ServerList } from "./useServerList.ts";

/** The texts of such a screen, by the names under which its catalogue has them. */
export interface ListScreenText extends EmptyListText {
  title: Message;
  description: Message;
  /** What is listed, in the plural. */
  what: Message;
  search: Message;
  /** Names the list to those who hear it. */
  list: Message;
}

/** What the question before a deletion is to do when it was answered. */
export interface Deletion<T> {
  item: T;
  onDeleted: () => void;
  onClose: () => void;
}

interface ListScreenProps<T> {
  list: ServerList<T>;
  text: ListScreenText;
  icon: ComponentType;
  breadcrumb?: ScreenProps["breadcrumb"];
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
  const { list, text, icon, breadcrumb = "navigation", add, besides, className, itemHeight, card, deletion } = props;
  const intl = useIntl();
  const [item, setItem] = useState<T>();
  const focusOnceGone = useFocusOnceGone(list.items);
  // While there is nothing, the way to add something stands in the middle of it.
  const hasSome = list.total > 0 || list.query.filter !== "";
  return (
    <Screen
      title={intl.formatMessage(text.title)}
      description={<FormattedMessage {...text.description} />}
      breadcrumb={breadcrumb}
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
        what={intl.formatMessage(text.what)}
        searchLabel={intl.formatMessage(text.search)}
        empty={<EmptyList icon={icon} text={text} action={add} />}
        itemHeight={itemHeight}
      >
        {(items) => (
          <ul className={className} aria-label={intl.formatMessage(text.list)}>
            {items.map((each) => card(each, () => setItem(each)))}
          </ul>
        )}
      </ListView>
      {item && deletion({ item, onDeleted: () => focusOnceGone(item.id), onClose: () => setItem(undefined) })}
    </Screen>
  );
}
