import { FormSelect, FormSelectOption, Radio, TextArea, TextInput } from "@patternfly/react-core";
import { useIntl } from "react-intl";
import { FilterableSelect } from "./FilterableSelect.tsx";
import type { PluginInputProps } from "./props.ts";
import { UploadInput } from "./UploadInput.tsx";

/** An area of as many rows as this holds code, which people read in a fixed width. */
const CODE_ROWS = 6;

/** What a value is entered with, for every type of fields but the check box. */
export function PluginInput(props: PluginInputProps) {
  const { id, descriptor, value, error, label, onChange } = props;
  const common = {
    id,
    value: value.text,
    validated: error ? ("error" as const) : ("default" as const),
    "aria-invalid": Boolean(error),
    "aria-describedby": `${id}-help`,
    ...(label && { "aria-label": label }),
  };
  switch (descriptor.type) {
    case "RADIO_GROUP":
      // In a table there is room for a select only.
      return label ? <OptionSelect {...props} /> : <OptionRadios {...props} />;
    case "SELECT":
      return <OptionSelect {...props} />;
    case "FILTERABLE_SELECT":
      return <FilterableSelect {...props} />;
    case "UPLOAD_FILE":
      return <UploadInput {...props} />;
    case "TEXT_AREA": {
      const rows = descriptor.rows ?? CODE_ROWS;
      return (
        <div className={rows >= CODE_ROWS ? "hanse-plugin__code" : undefined}>
          <TextArea
            {...common}
            onChange={(_, next) => onChange(next)}
            rows={rows}
            resizeOrientation="vertical"
            spellCheck={false}
          />
        </div>
      );
    }
    default: {
      const isSecret = descriptor.encrypted || descriptor.type === "HASHED_TEXT";
      return (
        <TextInput
          {...common}
          type={isSecret ? "password" : "text"}
          autoComplete={isSecret ? "new-password" : "off"}
          onChange={(_, next) => onChange(next)}
        />
      );
    }
  }
}

function OptionSelect({ id, descriptor, value, error, label, onChange }: PluginInputProps) {
  const intl = useIntl();
  const options = descriptor.optionValues ?? [];
  const isChosen = options.some((option) => option.value === value.text);
  return (
    <FormSelect
      id={id}
      value={value.text}
      validated={error ? "error" : "default"}
      aria-invalid={Boolean(error)}
      aria-describedby={`${id}-help`}
      {...(label && { "aria-label": label })}
      onChange={(_, next) => onChange(next)}
    >
      {!isChosen && <FormSelectOption value="" label={intl.formatMessage({ id: "plugin.choose" })} />}
      {options.map((option) => (
        <FormSelectOption key={option.value} value={option.value} label={option.name} />
      ))}
    </FormSelect>
  );
}

function OptionRadios({ id, descriptor, value, onChange }: PluginInputProps) {
  return (descriptor.optionValues ?? []).map((option, index) => (
    <Radio
      key={option.value}
      // The first is what a finding leads to.
      id={index === 0 ? id : `${id}-${index}`}
      name={id}
      label={option.name}
      isChecked={value.text === option.value}
      onChange={() => onChange(option.value)}
      aria-describedby={`${id}-help`}
    />
  ));
}
