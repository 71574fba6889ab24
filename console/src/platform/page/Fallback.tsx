/** What is shown when there is no screen: for a path that nobody knows, and for a screen that broke. */
import { Button } from "@patternfly/react-core";
import { type ErrorComponentProps, Link, useRouterState } from "@tanstack/react-router";
import { FormattedList, FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { paths } from "../../paths.ts";
import { ApiError } from "../api/errors.ts";
import type { LockedPlace } from "../api/session.ts";
import type { Role } from "../session/session.ts";
import { RequestId } from "../ui/RequestId.tsx";
import { Screen } from "./Screen.tsx";

export function NotFound() {
  const intl = useIntl();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <Screen
      title={intl.formatMessage({ id: "shell.notFound" })}
      description={<FormattedMessage id="shell.notFoundBody" values={{ path: <code key="path">{path}</code> }} />}
      breadcrumb="none"
    >
      <Link to={paths.home}>
        <FormattedMessage id="shell.toHome" />
      </Link>
    </Screen>
  );
}

/** Names the roles that open a page, before the server is asked for what it would refuse. */
export function RoleNeeded({ place }: { place: LockedPlace }) {
  const roles = place.roles.map((role) => <FormattedMessage key={role} id={`role.${role}`} />);
  return (
    <Screen
      title={place.label}
      description={
        <FormattedMessage
          id="shell.roleNeeded"
          values={{ roles: <FormattedList key="roles" type="disjunction" value={roles} /> }}
        />
      }
      breadcrumb="none"
    >
      <Link to={paths.home}>
        <FormattedMessage id="shell.toHome" />
      </Link>
    </Screen>
  );
}

/**
 * In place of the forms for something new, which have nothing to show to those who may only look: auditors, and those
 * who have none of the roles that can add it.
 */
export function ReadOnly({ roles = [] }: { roles?: readonly Role[] }) {
  const intl = useIntl();
  const [title, body] =
    roles.length > 0
      ? [message("shell.cannotAdd"), message("shell.cannotAddBody")]
      : [message("shell.readOnly"), message("shell.readOnlyBody")];
  const names = roles.map((role) => <FormattedMessage key={role} id={`role.${role}`} />);
  const list = <FormattedList key="roles" type="disjunction" value={names} />;
  return (
    <Screen
      title={intl.formatMessage(title)}
      description={<FormattedMessage {...body} values={{ roles: list }} />}
      breadcrumb="none"
    >
      <Link to={paths.home}>
        <FormattedMessage id="shell.toHome" />
      </Link>
    </Screen>
  );
}

export function Broken({ error }: ErrorComponentProps<unknown>) {
  const intl = useIntl();
  const message = error instanceof Error ? error.message : String(error);
  return (
    <Screen
      title={intl.formatMessage({ id: "shell.broken" })}
      description={<FormattedMessage id="shell.brokenBody" values={{ message }} />}
      breadcrumb="none"
    >
      {error instanceof ApiError && (
        <p>
          <RequestId id={error.requestId} />
        </p>
      )}
      <Button onClick={() => window.location.reload()}>
        <FormattedMessage id="shell.reload" />
      </Button>
    </Screen>
  );
}
