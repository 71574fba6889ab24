import { Button } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { messageOf, requestIdOf } from "../../../../platform/forms/LoadFailed.tsx";
import { Alert } from "../../../../platform/ui/Alert.tsx";
import { RequestId } from "../../../../platform/ui/RequestId.tsx";

/** What the server says of a part that it could not give, with a way to ask again. The rest of the page goes on. */
export function PartFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const intl = useIntl();
  return (
    <div role="alert">
      <Alert
        variant="danger"
        isInline
        component="h3"
        title={intl.formatMessage({ id: "pingOneConnections.partFailed" })}
        actionLinks={
          <Button variant="link" isInline onClick={onRetry}>
            <FormattedMessage id="forms.tryAgain" />
          </Button>
        }
      >
        <p>{messageOf(error, intl)}</p>
        <RequestId id={requestIdOf(error)} />
      </Alert>
    </div>
  );
}
