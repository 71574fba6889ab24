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
  /** Which of somebody's passwords it is; one that belongs to a file and to no account is none of them. */
  autoComplete?: "off" | "current-password" | "new-password";
}

/** A password, hidden unless one asks to look at it. */
export function PasswordField(props: PasswordFieldProps) {
  const { field, label, error, help, isRequired = false, autoComplete = "off" } = props;
  const helpId = `${field.name}-help`;
  return (
    <FormGroup label={label} fieldId={field.name} isRequired={isRequired}>
      <PasswordInput
        {...field}
        id={field.name}
        isRequired={isRequired}
        autoComplete={autoComplete}
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
