import { EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import ListIcon from "@patternfly/react-icons/dist/esm/icons/list-icon";
import type { ReactNode } from "react";

interface EmptyProps {
  title: ReactNode;
  children: ReactNode;
  action: ReactNode;
}

/** What a list is for while nothing is in it. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <EmptyState icon={ListIcon} headingLevel="h2" titleText={title}>
      <EmptyStateBody>{children}</EmptyStateBody>
      {action && (
        <EmptyStateFooter>
          <EmptyStateActions>{action}</EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
