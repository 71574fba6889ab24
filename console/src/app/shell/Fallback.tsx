/** What is shown when there is no screen: for a path that nobody knows, and for a screen that broke. */
import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import { type ErrorComponentProps, Link, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { ApiError } from "../../api/errors.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import { paths } from "../paths.ts";
import { shellText as text } from "./text.ts";

export function NotFound() {
  const intl = useIntl();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const title = intl.formatMessage(text.notFound);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <EmptyState headingLevel="h1" titleText={title}>
      <EmptyStateBody>
        <FormattedMessage {...text.notFoundBody} values={{ path: <code key="path">{path}</code> }} />
      </EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Link to={paths.home}>
            <FormattedMessage {...text.toHome} />
          </Link>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}

export function Broken({ error }: ErrorComponentProps<unknown>) {
  const intl = useIntl();
  return (
    <EmptyState headingLevel="h1" status="danger" titleText={intl.formatMessage(text.broken)}>
      <EmptyStateBody>
        <FormattedMessage
          {...text.brokenBody}
          values={{ message: error instanceof Error ? error.message : String(error) }}
        />{" "}
        {error instanceof ApiError && <RequestId id={error.requestId} />}
      </EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button onClick={() => window.location.reload()}>
            <FormattedMessage {...text.reload} />
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
