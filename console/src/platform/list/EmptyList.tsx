import { EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import type { ComponentType, ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { AreaWith } from "../../messages.ts";

export type EmptyListKey = "emptyTitle" | "emptyBody" | "emptyBodyReadOnly";

interface EmptyListProps {
  icon: ComponentType;
  /** The texts of the list. */
  area: AreaWith<EmptyListKey>;
  /** The next step for those who may add items; others get another text. */
  action: ReactNode;
}

/** An empty list: describes the items, and the next step. */
export function EmptyList({ icon, area, action }: EmptyListProps) {
  return (
    <EmptyState icon={icon} headingLevel="h2" titleText={<FormattedMessage id={`${area}.emptyTitle`} />}>
      <EmptyStateBody>
        <FormattedMessage id={`${area}.${action ? "emptyBody" : "emptyBodyReadOnly"}`} />
      </EmptyStateBody>
      {action && (
        <EmptyStateFooter>
          <EmptyStateActions>{action}</EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
