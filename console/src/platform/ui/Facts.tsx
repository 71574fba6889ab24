import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  type DescriptionListProps,
  DescriptionListTerm,
} from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../../messages.ts";

/** A list of terms and descriptions about one thing. PatternFly determines the layout. */
export function Facts(props: DescriptionListProps) {
  return <DescriptionList isCompact {...props} />;
}

interface FactProps {
  /** A text of the catalog, or a name from a server. */
  term: Message | string;
  className?: string | undefined;
  children: ReactNode;
}

/** One term and its description. Renders nothing if the value is missing. */
export function Fact({ term, className, children }: FactProps) {
  if (children === undefined || children === null || children === "") return null;
  return (
    <DescriptionListGroup {...(className && { className })}>
      <DescriptionListTerm>{typeof term === "string" ? term : <FormattedMessage {...term} />}</DescriptionListTerm>
      <DescriptionListDescription>{children}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}
