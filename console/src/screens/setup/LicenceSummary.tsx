import { FormattedMessage } from "react-intl";
import type { LicenceInfo } from "../../api/setup.ts";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { licenceText } from "../../ui/licence/text.ts";
import { utcDate } from "../../ui/utcDate.ts";
import { setupText as text } from "./text.ts";

/** What a licence is, in three lines. */
export function LicenceSummary({ licence }: { licence: LicenceInfo }) {
  const { name, organization, expirationDate } = licence;
  return (
    <Facts isHorizontal className="hanse-setup__facts">
      <Fact term={licenceText.name}>{name}</Fact>
      <Fact term={licenceText.organization}>{organization}</Fact>
      <Fact term={text.licenseExpires}>
        {expirationDate ? utcDate(expirationDate) : <FormattedMessage {...licenceText.never} />}
      </Fact>
    </Facts>
  );
}
