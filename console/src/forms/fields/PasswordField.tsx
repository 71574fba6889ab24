import { FormGroup } from "@patternfly/react-core";
import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { FieldHelp } from "../../ui/FieldHelp.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";

interface PasswordFieldProps {
  /** What `register` of react-hook-form answers. */
  field: UseFormRegisterReturn;
  label: ReactNode;
  error: string | undefined;
  help?: ReactNode;
  isRequired?: boolean;
}

/** A password that belongs to a file and to no account: no password manager is asked. It can be looked at. */
export function PasswordField({ field, label, error, help, isRequired = false }: PasswordFieldProps) {
  const helpId = `${field.name}-help`;
  return (
    <FormGroup label={label} fieldId={field.name} isRequired={isRequired}>
      <PasswordInput
        {...field}
        id={field.name}
        isRequired={isRequired}
        autoComplete="off"
        spellCheck={false}
        validated={error ? "error" : "default"}
        aria-invalid={Boolean(error)}
        aria-describedby={helpId}
      />
      <FieldHelp id={helpId} error={error}>
        {help}
      </FieldHelp>
    </FormGroup>
  );
}
