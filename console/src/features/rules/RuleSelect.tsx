import { FormSelect, FormSelectOption, TextInput } from "@patternfly/react-core";
import { useIntl } from "react-intl";
import type { Control } from "./props.ts";

interface RuleSelectProps extends Control {
  value: string;
  options: readonly { value: string; label: string }[];
  isFixed: boolean;
  onChange: (value: string) => void;
}

/** One of several. What is chosen and no longer offered is shown all the same, and can be left only. */
export function RuleSelect({ value, options, isFixed, onChange, ...props }: RuleSelectProps) {
  const intl = useIntl();
  const chosen = options.find((option) => option.value === value);
  const gone = value !== "" && !chosen && intl.formatMessage({ id: "rules.gone" }, { name: value });
  if (isFixed) return <TextInput {...props} value={chosen?.label ?? (gone || "")} readOnlyVariant="default" />;
  return (
    <FormSelect {...props} value={value} onChange={(_, next) => onChange(next)}>
      {value === "" && (
        <FormSelectOption value="" label={intl.formatMessage({ id: "rules.choose" })} isPlaceholder isDisabled />
      )}
      {gone && <FormSelectOption value={value} label={gone} isDisabled />}
      {options.map((option) => (
        <FormSelectOption key={option.value} {...option} />
      ))}
    </FormSelect>
  );
}
