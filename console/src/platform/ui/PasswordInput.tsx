import { Button, InputGroup, InputGroupItem, TextInput } from "@patternfly/react-core";
import EyeIcon from "@patternfly/react-icons/dist/esm/icons/eye-icon";
import EyeSlashIcon from "@patternfly/react-icons/dist/esm/icons/eye-slash-icon";
import { type ComponentProps, useState } from "react";
import { useIntl } from "react-intl";
import { message } from "../../messages.ts";

/** An input whose text is hidden unless the user reveals it. */
export function PasswordInput(props: Omit<ComponentProps<typeof TextInput>, "type">) {
  const intl = useIntl();
  const [visible, setVisible] = useState(false);
  return (
    <InputGroup>
      <InputGroupItem isFill>
        <TextInput {...props} type={visible ? "text" : "password"} />
      </InputGroupItem>
      <InputGroupItem>
        <Button
          variant="control"
          aria-label={intl.formatMessage(visible ? message("ui.hidePassword") : message("ui.showPassword"))}
          icon={visible ? <EyeSlashIcon /> : <EyeIcon />}
          onClick={() => setVisible(!visible)}
        />
      </InputGroupItem>
    </InputGroup>
  );
}
