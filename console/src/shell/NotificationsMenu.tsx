import { DropdownItem } from "@patternfly/react-core";
import BellIcon from "@patternfly/react-icons/dist/esm/icons/bell-icon";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { notificationsQuery } from "../features/notifications.ts";
import { message } from "../messages.ts";
import type { NavItem } from "../platform/api/session.ts";
import { trailTo } from "../platform/page/navigation.ts";
import { IconMenu } from "../platform/ui/IconMenu.tsx";

/** The bell (specification 3, section 2.2). Choosing a notification leads to where its cause is dealt with. */
export function NotificationsMenu({ tree }: { tree: readonly NavItem[] }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { data: items = [], isError, refetch } = useQuery(notificationsQuery);

  function go(id: string): void {
    const path = items.find((item) => item.id === id)?.path;
    if (path && trailTo(tree, path).length > 0) void navigate({ to: path });
  }

  return (
    <IconMenu
      tourAnchor="notifications"
      label={intl.formatMessage({ id: "shell.notifications" }, { count: items.length })}
      icon={
        <span className="hanse-bell">
          <BellIcon />
          {items.length > 0 && (
            // The number is in the button's name; here it is drawn.
            <span className="hanse-bell__count" data-count={items.length} />
          )}
        </span>
      }
      onOpen={() => void refetch()}
      onSelect={go}
    >
      {items.map(({ id, label, description }) => (
        <DropdownItem key={id} value={id} description={description} className="hanse-notification">
          {label}
        </DropdownItem>
      ))}
      {items.length === 0 && (
        <DropdownItem isAriaDisabled>
          <FormattedMessage {...(isError ? message("shell.notificationsFailed") : message("shell.noNotifications"))} />
        </DropdownItem>
      )}
    </IconMenu>
  );
}
