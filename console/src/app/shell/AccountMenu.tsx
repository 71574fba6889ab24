import { DropdownItem } from "@patternfly/react-core";
import UserIcon from "@patternfly/react-icons/dist/esm/icons/user-icon";
import { lazy, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { signOut } from "../../api/leave.ts";
import { IconMenu } from "../../ui/IconMenu.tsx";
import { useSession } from "../session/SessionProvider.tsx";
import { tell } from "../session/tabs.ts";
import { shellText as text } from "./text.ts";

const Sessions = lazy(() =>
  import("./sessions/Sessions.tsx").then(({ Sessions: component }) => ({ default: component })),
);

export function AccountMenu() {
  const intl = useIntl();
  const { username } = useSession();
  const [sessions, setSessions] = useState(false);

  function choose(value: string): void {
    if (value === "sessions") {
      setSessions(true);
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
        <DropdownItem value="signOut">
          <FormattedMessage {...text.signOut} values={{ username }} />
        </DropdownItem>
      </IconMenu>
      {sessions && (
        <Suspense>
          <Sessions onClose={() => setSessions(false)} />
        </Suspense>
      )}
    </>
  );
}
