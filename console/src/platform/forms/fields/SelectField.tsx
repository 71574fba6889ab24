import { FormGroup, FormSelect, FormSelectOption } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FieldHelp } from "../../ui/FieldHelp.tsx";

interface SelectFieldProps {
  id: string;
  label: ReactNode;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  error: string | undefined;
  help?: ReactNode;
}

/** One of a few: the browser's own select, which every keyboard and every phone knows. */
export function SelectField({ id, label, value, options, onChange, error, help }: SelectFieldProps) {
  const helpId = `${id}-help`;
  return (
    <FormGroup label={label} fieldId={id}>
      <FormSelect
        id={id}
        value={value}
        onChange={(_, next) => onChange(next)}
        validated={error ? "error" : "default"}
        aria-invalid={Boolean(error)}
        aria-describedby={helpId}
      >
        {options.map((option) => (
          <FormSelectOption key={option.value} {...option} />
        ))}
      </FormSelect>
      <FieldHelp id={helpId} error={error}>
        {help}
      </FieldHelp>
    </FormGroup>
  );
}
