import { FormattedMessage } from "react-intl";
import type { LicenceInfo } from "../../api/setup.ts";
import { message } from "../../messages.ts";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { utcDate } from "../../ui/utcDate.ts";

/** What a licence is, in three lines. */
export function LicenceSummary({ licence }: { licence: LicenceInfo }) {
  const { name, organization, expirationDate } = licence;
  return (
    <Facts isHorizontal className="hanse-setup__facts">
      <Fact term={message("license.name")}>{name}</Fact>
      <Fact term={message("license.organization")}>{organization}</Fact>
      <Fact term={message("setup.licenseExpires")}>
        {expirationDate ? utcDate(expirationDate) : <FormattedMessage id="license.never" />}
      </Fact>
    </Facts>
  );
}
