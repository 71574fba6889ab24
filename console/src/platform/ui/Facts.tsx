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

/** What is known about one thing, as terms and what is to be said for each. How they lie is PatternFly's to say. */
export function Facts(props: DescriptionListProps) {
  return <DescriptionList isCompact {...props} />;
}

interface FactProps {
  /** A text of the catalogue, or what a server calls it. */
  term: Message | string;
  className?: string | undefined;
  children: ReactNode;
}

/** One of them. About what is not known nothing is said. */
export function Fact({ term, className, children }: FactProps) {
  if (children === undefined || children === null || children === "") return null;
  return (
    <DescriptionListGroup {...(className && { className })}>
      <DescriptionListTerm>{typeof term === "string" ? term : <FormattedMessage {...term} />}</DescriptionListTerm>
      <DescriptionListDescription>{children}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}
