import { Button, Skeleton } from "@patternfly/react-core";
import { type RefObject, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { messageOf } from "../../platform/forms/LoadFailed.tsx";
import { SearchField } from "../../platform/list/SearchField.tsx";
import { Loading } from "../../platform/ui/Loading.tsx";
import { headingId, Panel } from "./Panel.tsx";
import { ScopeRow } from "./ScopeRow.tsx";
import { type Available, type Choices, useAvailable } from "./useAvailable.ts";
import { type ListHandle, VirtualList } from "./VirtualList.tsx";

interface AvailableListProps {
  choices: Choices;
  selected: readonly string[];
  locked: boolean;
  list: RefObject<ListHandle | null>;
  onAdd: (name: string, isGroup: boolean) => void;
}

/** What can be added, searched and paged by the server. */
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

/** Where there is no row: not yet, because of a failure, because all are selected, or because nothing was found. */
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
