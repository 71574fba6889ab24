import { Checkbox, FormGroup, FormSelect, FormSelectOption, TextArea, TextInput } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { FieldHelp } from "../../ui/FieldHelp.tsx";
import { pluginText as text } from "./text.ts";
import type { FieldDescriptor, Value } from "./values.ts";

interface PluginFieldProps {
  id: string;
  descriptor: FieldDescriptor;
  value: Value;
  error: string | undefined;
  /** Within a table, whose head says the rest: the column and the row. */
  label?: string | undefined;
  onChange: (text: string) => void;
}

/** An area of as many rows as this holds code, which people read in a fixed width. */
const CODE_ROWS = 6;

/** One field of a plug-in, as its descriptor says. */
export function PluginField(props: PluginFieldProps) {
  const { id, descriptor, value, error, label } = props;
  const help = (
    <FieldHelp id={`${id}-help`} error={error}>
      {value.sealed && <FormattedMessage {...text.isSet} />} {!label && descriptor.description}
    </FieldHelp>
  );
  const input = descriptor.type === "CHECK_BOX" ? <Box {...props} /> : <Input {...props} />;
  if (label) {
    return (
      <>
        {input}
        {(error || value.sealed) && help}
      </>
    );
  }
  if (descriptor.type === "CHECK_BOX") {
    return (
      <div>
        {input}
        {help}
      </div>
    );
  }
  return (
    <FormGroup label={descriptor.label} fieldId={id} isRequired={descriptor.required}>
      {input}
      {help}
    </FormGroup>
  );
}

function Box({ id, descriptor, value, label, onChange }: PluginFieldProps) {
  return (
    <Checkbox
      id={id}
      {...(label ? { "aria-label": label } : { label: descriptor.label })}
      isChecked={value.text === "true"}
      onChange={(_, next) => onChange(String(next))}
      aria-describedby={`${id}-help`}
    />
  );
}

function Input({ id, descriptor, value, error, label, onChange }: PluginFieldProps) {
  const intl = useIntl();
  const common = {
    id,
    value: value.text,
    validated: error ? ("error" as const) : ("default" as const),
    "aria-invalid": Boolean(error),
    "aria-describedby": `${id}-help`,
    ...(label && { "aria-label": label }),
  };
  if (descriptor.optionValues) {
    const isChosen = descriptor.optionValues.some((option) => option.value === value.text);
    return (
      <FormSelect {...common} onChange={(_, next) => onChange(next)}>
        {!isChosen && <FormSelectOption value="" label={intl.formatMessage(text.choose)} />}
        {descriptor.optionValues.map((option) => (
          <FormSelectOption key={option.value} value={option.value} label={option.name} />
        ))}
      </FormSelect>
    );
  }
  if (descriptor.type === "TEXT_AREA") {
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
