import {
  Card,
  CardBody,
  CardTitle,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../../../../catalogue.ts";

export type Fact = readonly [term: Message, value: ReactNode];

/** A card of the page. */
export function Section({ title, children }: { title: Message; children: ReactNode }) {
  return (
    <Card component="section">
      <CardTitle component="h2">
        <FormattedMessage {...title} />
      </CardTitle>
      <CardBody>{children}</CardBody>
    </Card>
  );
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <DescriptionList className="hanse-keys__facts" isCompact isHorizontal>
      {facts.map(([term, value]) => (
        <DescriptionListGroup key={term.id}>
          <DescriptionListTerm>
            <FormattedMessage {...term} />
          </DescriptionListTerm>
          <DescriptionListDescription>{value}</DescriptionListDescription>
        </DescriptionListGroup>
      ))}
    </DescriptionList>
  );
}
