/** The pages shown when there is no screen: for an unknown path, and for a screen that failed. */
import { Button } from "@patternfly/react-core";
import { type ErrorComponentProps, Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { paths } from "../../paths.ts";
import { ApiError } from "../api/errors.ts";
import type { LockedPlace } from "../api/session.ts";
import { messageOf } from "../forms/LoadFailed.tsx";
import type { Role } from "../session/SessionProvider.tsx";
import { RequestId } from "../ui/RequestId.tsx";
import { Roles } from "./ReadOnlyNotice.tsx";
import { Screen } from "./Screen.tsx";

export function NotFound() {
  const intl = useIntl();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const values = { path: <code key="path">{path}</code> };
  return (
    <Dead title={intl.formatMessage({ id: "shell.notFound" })}>
      <FormattedMessage id="shell.notFoundBody" values={values} />
    </Dead>
  );
}

/** Names the roles that open a page, without a request that the server would refuse. */
export function RoleNeeded({ place: { label, roles } }: { place: LockedPlace }) {
  return (
    <Dead title={label}>
      <FormattedMessage id="shell.roleNeeded" values={{ roles: <Roles key="roles" names={roles} /> }} />
    </Dead>
  );
}

/**
 * Shown instead of forms for new items to those who cannot add any: auditors, and administrators without the required
 * roles.
 */
export function ReadOnly({ roles = [] }: { roles?: readonly Role[] }) {
  const intl = useIntl();
  const [title, body] =
    roles.length > 0
      ? [message("shell.cannotAdd"), message("shell.cannotAddBody")]
      : [message("shell.readOnly"), message("shell.readOnlyBody")];
  return (
    <Dead title={intl.formatMessage(title)}>
      <FormattedMessage {...body} values={{ roles: <Roles key="roles" names={roles} /> }} />
    </Dead>
  );
}

/** A page whose only action is to leave it. */
function Dead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Screen title={title} description={children} breadcrumb="none">
      <Link to={paths.home}>
        <FormattedMessage id="shell.toHome" />
      </Link>
    </Screen>
  );
}

export function Broken({ error }: ErrorComponentProps<unknown>) {
  const intl = useIntl();
  return (
    <Screen title={intl.formatMessage({ id: "shell.broken" })} description={messageOf(error, intl)} breadcrumb="none">
      {error instanceof ApiError && (
        <p>
          <RequestId id={error.requestId} />
        </p>
      )}
      <Button onClick={() => window.location.reload()}>{intl.formatMessage({ id: "shell.reload" })}</Button>
    </Screen>
  );
}
