import { EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import type { ComponentType, ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { AreaWith } from "../../messages.ts";

export type EmptyListKey = "emptyTitle" | "emptyBody" | "emptyBodyReadOnly";

interface EmptyListProps {
  icon: ComponentType;
  /** Whose texts are shown. */
  area: AreaWith<EmptyListKey>;
  /** What to do next; who may not is told the other text. */
  action: ReactNode;
}

/** A list without anything in it: what would be here, and what to do next. */
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
