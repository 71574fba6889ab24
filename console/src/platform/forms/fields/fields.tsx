import {
  FormGroup,
  InputGroup,
  InputGroupItem,
  InputGroupText,
  TextArea,
  type TextAreaProps,
  TextInput,
  type TextInputProps,
} from "@patternfly/react-core";
import type { PropsWithChildren, ReactNode } from "react";
import type { FieldValues, Path, UseFormRegister, UseFormRegisterReturn } from "react-hook-form";
import { FieldHelp } from "../../ui/FieldHelp.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";

interface FieldProps {
  label: ReactNode;
  /** The error text, which replaces the help. */
  error: ReactNode;
  help?: ReactNode;
  isRequired?: boolean;
}

type TextProps<Props> = FieldProps & { field: UseFormRegisterReturn } & Omit<
    Props,
    keyof FieldProps | "id" | "ref" | "name" | "onChange" | "onBlur"
  >;

/** An input with its label above, and its help or error below. */
function Field({
  name,
  label,
  error,
  help,
  isRequired = false,
  children,
}: FieldProps & PropsWithChildren<{ name: string }>) {
  return (
    <FormGroup label={label} fieldId={name} isRequired={isRequired}>
      {children}
      <FieldHelp id={`${name}-help`} error={error}>
        {help}
      </FieldHelp>
    </FormGroup>
  );
}

/** The attributes that connect an input with its label, its help and its error. */
export const inputProps = (name: string, error: ReactNode, isRequired = false) => ({
  id: name,
  isRequired,
  validated: error ? ("error" as const) : ("default" as const),
  "aria-invalid": Boolean(error),
  "aria-describedby": `${name}-help`,
});

/** A text field; `unit` is shown after the input, such as "days". */
export function TextField(props: TextProps<TextInputProps> & { unit?: ReactNode }) {
  const { field, label, error, help, unit, isRequired = false, ...input } = props;
  const textInput = (
    <TextInput autoComplete="off" {...input} {...field} {...inputProps(field.name, error, isRequired)} />
  );
  return (
    <Field name={field.name} {...{ label, error, help, isRequired }}>
      {unit === undefined ? (
        textInput
      ) : (
        <InputGroup>
          <InputGroupItem isFill>{textInput}</InputGroupItem>
          <InputGroupText>{unit}</InputGroupText>
        </InputGroup>
      )}
    </Field>
  );
}

/** A multi-line text field. */
export function TextAreaField({ field, label, error, help, isRequired = false, ...input }: TextProps<TextAreaProps>) {
  return (
    <Field name={field.name} {...{ label, error, help, isRequired }}>
      <TextArea
        autoComplete="off"
        rows={3}
        resizeOrientation="vertical"
        {...input}
        {...field}
        {...inputProps(field.name, error, isRequired)}
      />
    </Field>
  );
}

interface PasswordFieldProps extends FieldProps {
  /** The return value of `register` of react-hook-form. */
  field: UseFormRegisterReturn;
  /** The kind of password, for password managers; "off" for one of a file rather than of an account. */
  autoComplete?: "off" | "current-password" | "new-password";
}

/** A password field, hidden unless the user reveals it. */
export function PasswordField({ field, autoComplete = "off", ...described }: PasswordFieldProps) {
  return (
    <Field name={field.name} {...described}>
      <PasswordInput
        {...field}
        {...inputProps(field.name, described.error, described.isRequired)}
        autoComplete={autoComplete}
        spellCheck={false}
      />
    </Field>
  );
}

interface BoundForm<Values extends FieldValues> {
  hookForm: { register: UseFormRegister<Values> };
  errors: ReadonlyMap<string, string>;
}

/** The props of a text field that edits one value of an entity form. */
export function bind<Values extends FieldValues>({ hookForm, errors }: BoundForm<Values>, name: Path<Values>) {
  return { field: hookForm.register(name), error: errors.get(name) };
}
