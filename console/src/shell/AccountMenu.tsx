import { DropdownGroup, DropdownItem } from "@patternfly/react-core";
import UserIcon from "@patternfly/react-icons/dist/esm/icons/user-icon";
import { lazy, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { signOut } from "../platform/api/leave.ts";
import { chooseLocale, isLocale, LOCALES } from "../platform/locale.ts";
import { useSession } from "../platform/session/SessionProvider.tsx";
import { reportSession } from "../platform/session/tabs.ts";
import { IconMenu } from "../platform/ui/IconMenu.tsx";

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
    } else if (isLocale(value)) {
      chooseLocale(value);
      // The frame pages use the language too, so everything is reloaded, after a question about unsaved changes.
      window.location.reload();
    } else {
      reportSession("ended");
      signOut();
    }
  }

  return (
    <>
      <IconMenu label={intl.formatMessage({ id: "shell.account" })} icon={<UserIcon />} onSelect={choose}>
        <DropdownItem value="sessions">{intl.formatMessage({ id: "shell.sessions" })}</DropdownItem>
        <DropdownItem value="changePassword">{intl.formatMessage({ id: "password.change" })}</DropdownItem>
        <DropdownGroup label={intl.formatMessage({ id: "shell.language" })}>
          {LOCALES.map((locale) => (
            <DropdownItem key={locale} value={locale} lang={locale} isSelected={locale === intl.locale}>
              <FormattedMessage id={`shell.${locale}`} />
            </DropdownItem>
          ))}
        </DropdownGroup>
        <DropdownItem value="signOut">
          <FormattedMessage id="shell.signOut" values={{ username }} />
        </DropdownItem>
      </IconMenu>
      <Suspense>
        {opened === "sessions" && <Sessions onClose={close} />}
        {opened === "changePassword" && <ChangePassword onClose={close} />}
      </Suspense>
    </>
  );
}
