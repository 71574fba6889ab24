import { FormSelect, FormSelectOption, FormSelectOptionGroup, TextInput } from "@patternfly/react-core";
import { useIntl } from "react-intl";
import { EXPRESSION, SOURCE_TYPES, type Source } from "../frame/messages.ts";
import { type Row, type SourceType, sourceKey, sourceOf } from "./model.ts";
import type { Control } from "./props.ts";

interface SourceSelectProps extends Control {
  row: Row;
  sources: readonly Source[];
  offersExpression: boolean;
  isFixed: boolean;
  onChange: (type: SourceType, id: string) => void;
}

/** The type of a source and the source, in one list: sources are grouped by their type. */
export function SourceSelect(props: SourceSelectProps) {
  const { row, sources, offersExpression, isFixed, onChange, ...control } = props;
  const intl = useIntl();
  const expression = intl.formatMessage({ id: "rules.expression" });
  const source = sourceOf(row, sources);
  const value = sourceKey(row.type, row.id);
  const gone = intl.formatMessage({ id: "rules.gone" }, { name: row.id || row.type });
  if (isFixed) {
    const name = row.type === EXPRESSION ? expression : (source?.name ?? gone);
    return <TextInput {...control} value={name} readOnlyVariant="default" />;
  }
  const groups = SOURCE_TYPES.map((type) => ({ type, items: sources.filter((one) => one.type === type) }));
  return (
    <FormSelect {...control} value={value} onChange={(_, chosen) => onChange(...parsed(chosen))}>
      {value === "" && (
        <FormSelectOption value="" label={intl.formatMessage({ id: "rules.choose" })} isPlaceholder isDisabled />
      )}
      {value !== "" && !source && row.type !== EXPRESSION && <FormSelectOption value={value} label={gone} isDisabled />}
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ type, items }) => (
          <FormSelectOptionGroup key={type} label={intl.formatMessage({ id: `ruleSources.${type}` })}>
            {items.map(({ id, name }) => (
              <FormSelectOption key={id} value={sourceKey(type, id)} label={name} />
            ))}
          </FormSelectOptionGroup>
        ))}
      {offersExpression && <FormSelectOption value={sourceKey(EXPRESSION, "")} label={expression} />}
    </FormSelect>
  );
}

function parsed(key: string): [SourceType, string] {
  const [type = "", ...id] = key.split(" ");
  return [type as SourceType, id.join(" ")];
}
