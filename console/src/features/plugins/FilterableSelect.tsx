import { FormattedMessage, useIntl } from "react-intl";
import { ServerChoice } from "../../platform/choice/ServerChoice.tsx";
import type { ListQuery, ServerPage } from "../../platform/list/useServerList.ts";
import type { PluginInputProps } from "./props.ts";
import type { FieldDescriptor } from "./values.ts";

type Option = NonNullable<FieldDescriptor["optionValues"]>[number];

/** One page of the options that have what is searched for in their name or value; the descriptor has all of them. */
export function pageOf(options: readonly Option[], { filter, page, numberPerPage }: ListQuery): ServerPage<Option> {
  const wanted = filter.toLocaleLowerCase();
  const found = options.filter(({ name, value }) => `${name}\n${value}`.toLocaleLowerCase().includes(wanted));
  const start = (page - 1) * numberPerPage;
  return { items: found.slice(start, start + numberPerPage), totalItems: found.length };
}

/** A choice with a search. Only a part of the options is ever in the page, so that thousands are no burden. */
export function FilterableSelect({ id, descriptor, value, error, label, onChange }: PluginInputProps) {
  const intl = useIntl();
  const options = descriptor.optionValues ?? [];
  const chosen = options.find((option) => option.value === value.text);
  return (
    <ServerChoice
      id={id}
      label={label ?? descriptor.label}
      source={{
        key: ["pluginOptions", id, options.length],
        read: async (query) => pageOf(options, query),
        idOf: (option: Option) => option.value,
        show: (option: Option) => ({
          name: option.name,
          ...(option.name !== option.value && { description: option.value }),
        }),
      }}
      selected={value.text ? [value.text] : []}
      optional={!descriptor.required}
      searchLabel={intl.formatMessage({ id: "plugin.search" }, { label: label ?? descriptor.label })}
      empty={<FormattedMessage id="plugin.noOptions" />}
      invalid={error !== undefined}
      describedBy={`${id}-help`}
      onPick={(option) => onChange(option?.value ?? "")}
    >
      {chosen?.name ?? (value.text || <FormattedMessage id="plugin.choose" />)}
    </ServerChoice>
  );
}
