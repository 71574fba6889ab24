import { AlertActionLink } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { isUnreachable } from "../../platform/api/errors.ts";
import { Alert } from "../../platform/ui/Alert.tsx";

/** A part of the page that could not be loaded; the other parts stay as they are. */
export function Unloaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const intl = useIntl();
  const message = isUnreachable(error) ? intl.formatMessage({ id: "ui.noAnswer" }) : error.message;
  return (
    <Alert
      isInline
      component="p"
      variant="danger"
      title={<FormattedMessage id="home.cannotLoad" values={{ message }} />}
      actionLinks={
        <AlertActionLink onClick={onRetry}>
          <FormattedMessage id="app.tryAgain" />
        </AlertActionLink>
      }
    />
  );
}
