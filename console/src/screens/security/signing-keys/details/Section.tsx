import { Card, CardBody, CardTitle } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../../../../messages.ts";
import { Fact, Facts } from "../../../../platform/ui/Facts.tsx";

export type NamedFact = readonly [term: Message, value: ReactNode];

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

export function FactList({ facts }: { facts: readonly NamedFact[] }) {
  return (
    <Facts className="hanse-keys__facts" isHorizontal>
      {facts.map(([term, value]) => (
        <Fact key={term.id} term={term}>
          {value}
        </Fact>
      ))}
    </Facts>
  );
}
