import { Card, CardBody, CardHeader, CardTitle } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { Fact, Facts } from "../../../platform/ui/Facts.tsx";
import type { License } from "./api.ts";
import { StatusLabel } from "./StatusLabel.tsx";
import { statusOf, toDetails, toFeatures } from "./view.ts";

/** The licence in two columns: what it states, then its features. `now` is in milliseconds. */
export function Details({ license, now }: { license: License; now: number }) {
  const intl = useIntl();
  return (
    <Card>
      <CardHeader
        actions={{
          hasNoOffset: true,
          actions: <StatusLabel status={statusOf(license.issueDate, license.expirationDate, now)} />,
        }}
      >
        <CardTitle component="h2">
          <FormattedMessage id="license.details" />
        </CardTitle>
      </CardHeader>
      <CardBody>
        <Facts className="hanse-license__details" isHorizontal columnModifier={{ default: "1Col", lg: "2Col" }}>
          {[...toDetails(license, intl, now), ...toFeatures(license, intl)].map(({ key, label, value }) => (
            <Fact key={key} term={label}>
              {value}
            </Fact>
          ))}
        </Facts>
      </CardBody>
    </Card>
  );
}
