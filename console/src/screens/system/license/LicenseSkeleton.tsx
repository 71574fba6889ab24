import { Card, CardBody, CardTitle, Skeleton } from "@patternfly/react-core";
import { useIntl } from "react-intl";
import { DETAILS } from "./view.ts";

/** Holds the place of the details, row by row. */
export function LicenseSkeleton() {
  const intl = useIntl();
  return (
    <Card aria-busy="true">
      <CardTitle>
        <Skeleton width="10rem" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />
      </CardTitle>
      <CardBody className="hanse-license__skeleton">
        {DETAILS.map((key) => (
          <Skeleton key={key} width="80%" />
        ))}
      </CardBody>
    </Card>
  );
}
