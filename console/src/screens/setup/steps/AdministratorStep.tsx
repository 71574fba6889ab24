import { Button, FormGroup, InputGroup, InputGroupItem, TextInput } from "@patternfly/react-core";
import EyeIcon from "@patternfly/react-icons/dist/esm/icons/eye-icon";
import EyeSlashIcon from "@patternfly/react-icons/dist/esm/icons/eye-slash-icon";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import type { PasswordRules } from "../../../api/setup.ts";
import { FieldHelp } from "../../../ui/FieldHelp.tsx";
import { uiText } from "../../../ui/text.ts";
import type { Draft } from "../draft.ts";
import { Requirements } from "../Requirements.tsx";
import { setupText as text } from "../text.ts";
import { useDraftField } from "../useDraftField.ts";

export function AdministratorStep({ rules }: { rules: PasswordRules }) {
  const intl = useIntl();
  const username = useDraftField("username");
  const password = useDraftField("password");
  const { control } = useFormContext<Draft>();
  const typed = useWatch({ control, name: "password" });
  const [visible, setVisible] = useState(false);
  return (
    <>
      <FormGroup label={<FormattedMessage {...uiText.username} />} fieldId="username" isRequired>
        <TextInput id="username" autoComplete="username" aria-describedby="username-help" {...username.props} />
        <FieldHelp id="username-help" error={username.invalid && <FormattedMessage {...text.usernameMalformed} />} />
      </FormGroup>
      <FormGroup label={<FormattedMessage {...uiText.password} />} fieldId="password" isRequired>
        <InputGroup>
          <InputGroupItem isFill>
            <TextInput
              id="password"
              type={visible ? "text" : "password"}
              autoComplete="new-password"
              aria-describedby="password-help password-requirements"
              {...password.props}
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
        <FieldHelp id="password-help" error={password.invalid && <FormattedMessage {...text.passwordTooLong} />} />
        <Requirements id="password-requirements" rules={rules} password={typed} />
      </FormGroup>
    </>
  );
}
