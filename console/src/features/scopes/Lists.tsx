import { useDndContext, useDroppable } from "@dnd-kit/core";
import { Button, Skeleton } from "@patternfly/react-core";
import { type ReactNode, type RefObject, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { messageOf } from "../../platform/forms/LoadFailed.tsx";
import { SearchField } from "../../platform/list/SearchField.tsx";
import { Loading } from "../../platform/ui/Loading.tsx";
import { type Side, sideOf } from "./dragging.ts";
import { FixedRow, ScopeRow } from "./ScopeRow.tsx";
import { type Available, type Choices, useAvailable } from "./useAvailable.ts";
import { type ListHandle, VirtualList } from "./VirtualList.tsx";

interface PanelProps {
  side: Side;
  title: Message;
  /** The number of scopes, if known. */
  count?: number;
  action?: ReactNode;
  children: ReactNode;
}

/** The ID of the heading, which labels the list and takes the focus when no row is left. */
export const headingId = (side: Side) => `scope-picker-${side}`;

/** One of the two lists, with its heading. A scope of the other list can be dropped anywhere on it. */
export function Panel({ side, title, count, action, children }: PanelProps) {
  const { setNodeRef } = useDroppable({ id: side });
  const { active, over } = useDndContext();
  const isTarget = active && sideOf(active) !== side && sideOf(over) === side;
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={headingId(side)}
      className={`hanse-picker__panel${isTarget ? " hanse-picker__panel--target" : ""}`}
    >
      <div className="hanse-picker__head">
        <h2 id={headingId(side)} tabIndex={-1}>
          <FormattedMessage {...title} />
        </h2>
        {count !== undefined && (
          <span className="hanse-picker__count">
            <FormattedMessage id="scopePicker.count" values={{ count }} />
          </span>
        )}
        {action}
      </div>
      {children}
    </section>
  );
}

interface SelectedListProps {
  selected: readonly string[];
  /** The names of scope groups. */
  groups: ReadonlySet<string>;
  readOnly: boolean;
  /** The text for readers, who cannot select. */
  none: Message;
  locked: boolean;
  list: RefObject<ListHandle | null>;
  onRemove: (name: string) => void;
  onEmpty: () => void;
}

/** The selected scopes. A search filters the loaded ones. */
export function SelectedList({ selected, groups, readOnly, none, locked, list, onRemove, onEmpty }: SelectedListProps) {
  const intl = useIntl();
  const [filter, setFilter] = useState("");
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = selected.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
  const empty = readOnly ? none : message("scopePicker.noneSelected");
  return (
    <Panel
      side="selected"
      title={message("scopePicker.selected")}
      count={selected.length}
      action={
        !readOnly &&
        selected.length > 0 && (
          <Button variant="link" isInline onClick={onEmpty}>
            <FormattedMessage id="scopePicker.removeAll" />
          </Button>
        )
      }
    >
      <SearchField
        label={intl.formatMessage({ id: "scopePicker.searchSelected" })}
        value={filter}
        onSearch={setFilter}
      />
      {shown.length > 0 && (
        <VirtualList
          ref={list}
          items={shown}
          nameOf={(name) => name}
          labelledBy={headingId("selected")}
          setSize={shown.length}
          busy={false}
          locked={locked}
        >
          {(name, inTabOrder) =>
            readOnly ? (
              <FixedRow name={name} isGroup={groups.has(name)} />
            ) : (
              <ScopeRow
                side="selected"
                name={name}
                isGroup={groups.has(name)}
                inTabOrder={inTabOrder}
                onMove={() => onRemove(name)}
              />
            )
          }
        </VirtualList>
      )}
      {shown.length === 0 && (
        <p role="status" className="hanse-picker__instead">
          <FormattedMessage {...(selected.length > 0 ? message("choice.noHits") : empty)} values={{ search: filter }} />
        </p>
      )}
    </Panel>
  );
}

interface AvailableListProps {
  choices: Choices;
  selected: readonly string[];
  locked: boolean;
  list: RefObject<ListHandle | null>;
  onAdd: (name: string, isGroup: boolean) => void;
}

/** The available scopes, searched and paged by the server. */
export function AvailableList({ choices, selected, locked, list, onAdd }: AvailableListProps) {
  const intl = useIntl();
  const [filter, setFilter] = useState("");
  const available = useAvailable(choices, filter, selected);
  const { free, stale, more } = available;
  return (
    <Panel
      side="available"
      title={message("scopePicker.available")}
      {...(available.count !== undefined && { count: available.count })}
    >
      <SearchField
        label={intl.formatMessage({ id: "scopePicker.searchAvailable" })}
        value={filter}
        onSearch={setFilter}
      />
      {free && free.length > 0 ? (
        <VirtualList
          ref={list}
          items={free}
          nameOf={({ name }) => name}
          labelledBy={headingId("available")}
          setSize={more ? -1 : free.length}
          busy={stale}
          locked={locked}
          onSeen={(from, to) => available.see({ from, to })}
        >
          {({ name, description, isGroup }, inTabOrder) => (
            <ScopeRow
              side="available"
              name={name}
              description={description}
              isGroup={isGroup}
              inTabOrder={inTabOrder}
              onMove={() => onAdd(name, isGroup)}
            />
          )}
        </VirtualList>
      ) : (
        <Instead
          available={available}
          filter={filter}
          hasSelected={selected.length > 0}
          onClear={() => setFilter("")}
        />
      )}
    </Panel>
  );
}

interface InsteadProps {
  available: Available;
  filter: string;
  hasSelected: boolean;
  onClear: () => void;
}

/** The text instead of rows: while loading, after a failure, if all are selected, or if nothing was found. */
function Instead({ available, filter, hasSelected, onClear }: InsteadProps) {
  const intl = useIntl();
  const { free, error, more, retry } = available;
  if (error) {
    return (
      <div role="alert" className="hanse-picker__instead">
        <p>{messageOf(error, intl)}</p>
        <Button variant="link" isInline onClick={retry}>
          <FormattedMessage id="forms.tryAgain" />
        </Button>
      </div>
    );
  }
  if (!free || more) {
    return (
      <div className="hanse-picker__instead">
        <Loading width="100%" height="2.5rem" />
        <Skeleton width="100%" height="2.5rem" />
        <Skeleton width="100%" height="2.5rem" />
      </div>
    );
  }
  if (filter === "" || available.total > 0) {
    return (
      <p className="hanse-picker__instead">
        <FormattedMessage
          {...(hasSelected ? message("scopePicker.allSelected") : message("scopePicker.noneAvailable"))}
        />
      </p>
    );
  }
  return (
    <div role="status" className="hanse-picker__instead">
      <p>
        <FormattedMessage id="choice.noHits" values={{ search: filter }} />
      </p>
      <Button variant="link" isInline onClick={onClear}>
        <FormattedMessage id="scopePicker.clearSearch" />
      </Button>
    </div>
  );
}
