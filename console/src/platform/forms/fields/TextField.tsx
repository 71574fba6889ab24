import {
  FormGroup,
  InputGroup,
  InputGroupItem,
  InputGroupText,
  TextInput,
  type TextInputProps,
} from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FieldHelp } from "../../ui/FieldHelp.tsx";
import type { FieldBinding } from "./bind.ts";

interface TextFieldProps extends Omit<TextInputProps, "id" | "label" | "ref" | "name" | "onChange" | "onBlur"> {
  field: FieldBinding;
  label: ReactNode;
  /** What is wrong; it takes the place of the help. */
  error: string | undefined;
  help?: ReactNode;
  /** Behind the input, such as "days". */
  unit?: ReactNode;
}

/** A line of text in a form: label above, help or what is wrong below. */
export function TextField({ field, label, error, help, unit, isRequired = false, ...input }: TextFieldProps) {
  const helpId = `${field.name}-help`;
  const textInput = (
    <TextInput
      autoComplete="off"
      isRequired={isRequired}
      {...input}
      {...field}
      id={field.name}
      validated={error ? "error" : "default"}
      aria-invalid={Boolean(error)}
      aria-describedby={helpId}
    />
  );
  return (
    <FormGroup label={label} fieldId={field.name} isRequired={isRequired}>
      {unit === undefined ? (
        textInput
      ) : (
        <InputGroup>
          <InputGroupItem isFill>{textInput}</InputGroupItem>
          <InputGroupText>{unit}</InputGroupText>
        </InputGroup>
      )}
      <FieldHelp id={helpId} error={error}>
        {help}
      </FieldHelp>
    </FormGroup>
  );
}
