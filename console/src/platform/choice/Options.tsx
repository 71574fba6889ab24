import { SelectList, SelectOption, Skeleton } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { ChoiceSource } from "./useChoices.ts";

interface OptionsProps<T> {
  label: string;
  source: ChoiceSource<T>;
  /** Undefined while they are loading. */
  items: readonly T[] | undefined;
  selected: readonly string[];
  multiple: boolean;
  /** Offers to choose nothing. */
  optional: boolean;
  onPick: (item: T | undefined) => void;
  /** Where there is nothing to show. */
  instead: ReactNode;
}

export function Options<T>(props: OptionsProps<T>) {
  const { label, source, items, selected, multiple, optional, onPick, instead } = props;
  const intl = useIntl();
  if (items === undefined) {
    return (
      <div className="hanse-choice__instead">
        <Skeleton screenreaderText={intl.formatMessage({ id: "ui.loading" })} />
        <Skeleton width="70%" />
      </div>
    );
  }
  if (items.length === 0) return <div className="hanse-choice__instead">{instead}</div>;
  return (
    <SelectList aria-label={label}>
      {optional && (
        <SelectOption onClick={() => onPick(undefined)}>
          <FormattedMessage id="choice.none" />
        </SelectOption>
      )}
      {items.map((item) => {
        const id = source.idOf(item);
        const { name, description } = source.show(item);
        return (
          <SelectOption
            key={id}
            hasCheckbox={multiple}
            isSelected={selected.includes(id)}
            description={description}
            onClick={() => onPick(item)}
          >
            {name}
          </SelectOption>
        );
      })}
    </SelectList>
  );
}
