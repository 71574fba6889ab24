import { Button, FormGroup, InputGroup, InputGroupItem, TextInput } from "@patternfly/react-core";
import EyeIcon from "@patternfly/react-icons/dist/esm/icons/eye-icon";
import EyeSlashIcon from "@patternfly/react-icons/dist/esm/icons/eye-slash-icon";
import { type ReactNode, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useIntl } from "react-intl";
import { FieldHelp } from "../../ui/FieldHelp.tsx";
import { uiText } from "../../ui/text.ts";

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
  const intl = useIntl();
  const [visible, setVisible] = useState(false);
  const helpId = `${field.name}-help`;
  return (
    <FormGroup label={label} fieldId={field.name} isRequired={isRequired}>
      <InputGroup>
        <InputGroupItem isFill>
          <TextInput
            {...field}
            id={field.name}
            type={visible ? "text" : "password"}
            isRequired={isRequired}
            autoComplete="off"
            spellCheck={false}
            validated={error ? "error" : "default"}
            aria-invalid={Boolean(error)}
            aria-describedby={helpId}
          />
        </InputGroupItem>
        <InputGroupItem>
          <Button
            variant="control"
            aria-label={intl.formatMessage(visible ? uiText.hidePassword : uiText.showPassword)}
            icon={visible ? <EyeSlashIcon /> : <EyeIcon />}
            onClick={() => setVisible(!visible)}
          />
        </InputGroupItem>
      </InputGroup>
      <FieldHelp id={helpId} error={error}>
        {help}
      </FieldHelp>
    </FormGroup>
  );
}
