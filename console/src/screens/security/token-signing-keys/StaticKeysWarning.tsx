import { Link } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { paths } from "../../../paths.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";

/** Warns that key sets are not used while static keys are off, and links to the page that turns them on. */
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
