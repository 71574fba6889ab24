import { EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import type { ComponentType, ReactNode } from "react";
import { FormattedMessage, type MessageDescriptor } from "react-intl";

export interface EmptyListText {
  emptyTitle: MessageDescriptor;
  emptyBody: MessageDescriptor;
  emptyBodyReadOnly: MessageDescriptor;
}

interface EmptyListProps {
  icon: ComponentType;
  text: EmptyListText;
  /** What to do next; who may not is told the other text. */
  action: ReactNode;
}

/** A list without anything in it: what would be here, and what to do next. */
export function EmptyList({ icon, text, action }: EmptyListProps) {
  return (
    <EmptyState icon={icon} headingLevel="h2" titleText={<FormattedMessage {...text.emptyTitle} />}>
      <EmptyStateBody>
        <FormattedMessage {...(action ? text.emptyBody : text.emptyBodyReadOnly)} />
      </EmptyStateBody>
      {action && (
        <EmptyStateFooter>
          <EmptyStateActions>{action}</EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
