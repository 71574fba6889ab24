import { FormGroup, TextArea, type TextAreaProps } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FieldHelp } from "../../ui/FieldHelp.tsx";
import type { FieldBinding } from "./bind.ts";

interface TextAreaFieldProps extends Omit<TextAreaProps, "id" | "label" | "ref" | "name" | "onChange" | "onBlur"> {
  field: FieldBinding;
  label: ReactNode;
  /** What is wrong; it takes the place of the help. */
  error: string | undefined;
  help?: ReactNode;
}

/** Several lines of text in a form: label above, help or what is wrong below. */
export function TextAreaField({ field, label, error, help, isRequired = false, ...input }: TextAreaFieldProps) {
  const helpId = `${field.name}-help`;
  return (
    <FormGroup label={label} fieldId={field.name} isRequired={isRequired}>
      <TextArea
        autoComplete="off"
        isRequired={isRequired}
        rows={3}
        resizeOrientation="vertical"
        {...input}
        {...field}
        id={field.name}
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
