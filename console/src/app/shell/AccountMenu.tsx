import { DropdownItem } from "@patternfly/react-core";
import UserIcon from "@patternfly/react-icons/dist/esm/icons/user-icon";
import { FormattedMessage, useIntl } from "react-intl";
import { signOut } from "../../api/leave.ts";
import { IconMenu } from "../../ui/IconMenu.tsx";
import { useSession } from "../session/SessionProvider.tsx";
import { shellText as text } from "./text.ts";

export function AccountMenu() {
  const intl = useIntl();
  const { username } = useSession();
  return (
    <IconMenu label={intl.formatMessage(text.account)} icon={<UserIcon />} onSelect={signOut}>
      <DropdownItem value="signOut">
        <FormattedMessage {...text.signOut} values={{ username }} />
      </DropdownItem>
    </IconMenu>
  );
}
