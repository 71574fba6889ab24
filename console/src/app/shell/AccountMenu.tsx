import { DropdownItem } from "@patternfly/react-core";
import UserIcon from "@patternfly/react-icons/dist/esm/icons/user-icon";
import { lazy, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { signOut } from "../../api/leave.ts";
import { IconMenu } from "../../ui/IconMenu.tsx";
import { useSession } from "../session/SessionProvider.tsx";
import { tell } from "../session/tabs.ts";
import { passwordText } from "./password/text.ts";
import { shellText as text } from "./text.ts";

const Sessions = lazy(() =>
  import("./sessions/Sessions.tsx").then(({ Sessions: component }) => ({ default: component })),
);
const ChangePassword = lazy(() =>
  import("./password/ChangePassword.tsx").then(({ ChangePassword: component }) => ({ default: component })),
);

type Opened = "sessions" | "changePassword" | undefined;

export function AccountMenu() {
  const intl = useIntl();
  const { username } = useSession();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);

  function choose(value: string): void {
    if (value === "sessions" || value === "changePassword") {
      setOpened(value);
    } else {
      tell("ended");
      signOut();
    }
  }

  return (
    <>
      <IconMenu label={intl.formatMessage(text.account)} icon={<UserIcon />} onSelect={choose}>
        <DropdownItem value="sessions">
          <FormattedMessage {...text.sessions} />
        </DropdownItem>
        <DropdownItem value="changePassword">
          <FormattedMessage {...passwordText.change} />
        </DropdownItem>
        <DropdownItem value="signOut">
          <FormattedMessage {...text.signOut} values={{ username }} />
        </DropdownItem>
      </IconMenu>
      <Suspense>
        {opened === "sessions" && <Sessions onClose={close} />}
        {opened === "changePassword" && <ChangePassword onClose={close} />}
      </Suspense>
    </>
  );
}
