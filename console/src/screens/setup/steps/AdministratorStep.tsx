import { FormGroup, TextInput } from "@patternfly/react-core";
import { useFormContext, useWatch } from "react-hook-form";
import { FormattedMessage } from "react-intl";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import { PasswordInput } from "../../../platform/ui/PasswordInput.tsx";
import type { PasswordRules } from "../api.ts";
import type { Draft } from "../draft.ts";
import { Requirements } from "../Requirements.tsx";
import { useDraftField } from "../useDraftField.ts";

export function AdministratorStep({ rules }: { rules: PasswordRules }) {
  const username = useDraftField("username");
  const password = useDraftField("password");
  const { control } = useFormContext<Draft>();
  const typed = useWatch({ control, name: "password" });
  return (
    <>
      <FormGroup label={<FormattedMessage id="ui.username" />} fieldId="username" isRequired>
        <TextInput id="username" autoComplete="username" aria-describedby="username-help" {...username.props} />
        <FieldHelp id="username-help" error={username.invalid && <FormattedMessage id="setup.usernameMalformed" />} />
      </FormGroup>
      <FormGroup label={<FormattedMessage id="ui.password" />} fieldId="password" isRequired>
        <PasswordInput
          id="password"
          autoComplete="new-password"
          aria-describedby="password-help password-requirements"
          {...password.props}
        />
        <FieldHelp id="password-help" error={password.invalid && <FormattedMessage id="setup.passwordTooLong" />} />
        <Requirements id="password-requirements" rules={rules} password={typed} />
      </FormGroup>
    </>
  );
}
