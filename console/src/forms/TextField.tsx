import {
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  TextInput,
  type TextInputProps,
} from "@patternfly/react-core";
import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

interface TextFieldProps extends Pick<TextInputProps, "type" | "autoComplete" | "isDisabled"> {
  label: string;
  required: boolean;
  /** One short line, when the field needs it. */
  help?: ReactNode;
  /** What is wrong, in words; shown instead of the help. */
  error: string | undefined;
  /** What react-hook-form's `register` returns. */
  field: UseFormRegisterReturn;
}

/** A labelled text input of a react-hook-form form. */
export function TextField({ label, required, help, error, field, ...input }: TextFieldProps) {
  const helpId = `${field.name}-help`;
  return (
    <FormGroup label={label} isRequired={required} fieldId={field.name}>
      <TextInput
        {...input}
        {...field}
        id={field.name}
        isRequired={required}
        validated={error ? "error" : "default"}
        aria-describedby={error || help ? helpId : undefined}
      />
      {(error || help) && (
        <FormHelperText>
          <HelperText id={helpId} isLiveRegion>
            <HelperTextItem variant={error ? "error" : "default"}>{error ?? help}</HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}
