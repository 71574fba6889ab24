import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { LicenceInfo } from "../../api/setup.ts";
import type { Message } from "../../catalogue.ts";
import { licenceText } from "../../ui/licence/text.ts";
import { utcDate } from "../../ui/utcDate.ts";
import { setupText as text } from "./text.ts";

/** What a licence is, in three lines. */
export function LicenceSummary({ licence }: { licence: LicenceInfo }) {
  const { name, organization, expirationDate } = licence;
  return (
    <DescriptionList isHorizontal isCompact className="hanse-setup__facts">
      <Fact term={licenceText.name}>{name}</Fact>
      {organization && <Fact term={licenceText.organization}>{organization}</Fact>}
      <Fact term={text.licenseExpires}>
        {expirationDate ? utcDate(expirationDate) : <FormattedMessage {...licenceText.never} />}
      </Fact>
    </DescriptionList>
  );
}

export function Fact({ term, children }: { term: Message; children: ReactNode }) {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>
        <FormattedMessage {...term} />
      </DescriptionListTerm>
      <DescriptionListDescription>{children}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}
