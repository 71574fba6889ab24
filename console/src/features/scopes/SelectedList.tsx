import { Button } from "@patternfly/react-core";
import { type RefObject, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { SearchField } from "../../platform/list/SearchField.tsx";
import { headingId, Panel } from "./Panel.tsx";
import { FixedRow, ScopeRow } from "./ScopeRow.tsx";
import { type ListHandle, VirtualList } from "./VirtualList.tsx";

interface SelectedListProps {
  selected: readonly string[];
  /** The names of scope groups. */
  groups: ReadonlySet<string>;
  readOnly: boolean;
  /** What is said where nobody can select. */
  none: Message;
  locked: boolean;
  list: RefObject<ListHandle | null>;
  onRemove: (name: string) => void;
  onEmpty: () => void;
}

/** What is selected; a search looks through what is here. */
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
