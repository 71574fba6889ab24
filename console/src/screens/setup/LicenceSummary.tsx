import { FormattedMessage } from "react-intl";
import { message } from "../../messages.ts";
import { Fact, Facts } from "../../platform/ui/Facts.tsx";
import { licenceDate } from "../../platform/ui/licenceDate.ts";
import type { LicenceInfo } from "./api.ts";

/** What a licence is, in three lines. */
export function LicenceSummary({ licence }: { licence: LicenceInfo }) {
  const { name, organization, expirationDate } = licence;
  return (
    <Facts isHorizontal className="hanse-setup__facts">
      <Fact term={message("license.name")}>{name}</Fact>
      <Fact term={message("license.organization")}>{organization}</Fact>
      <Fact term={message("setup.licenseExpires")}>
        {expirationDate ? licenceDate(expirationDate) : <FormattedMessage id="license.never" />}
      </Fact>
    </Facts>
  );
}
