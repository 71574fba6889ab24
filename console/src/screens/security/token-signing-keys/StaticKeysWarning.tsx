import { Link } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { paths } from "../../../paths.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";

/** Says that key sets sign nothing while static keys are off, and where they are switched on. */
export function StaticKeysWarning() {
  return (
    <Alert
      variant="warning"
      title={<FormattedMessage id="tokenSigningKeys.staticOff" />}
      actionLinks={
        <Link to={paths.oauthKeys}>
          <FormattedMessage id="keys.staticKeys" />
        </Link>
      }
    >
      <FormattedMessage id="tokenSigningKeys.staticOffBody" />
    </Alert>
  );
}
