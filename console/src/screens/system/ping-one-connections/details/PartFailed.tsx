import { Alert, Button } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { messageOf, requestIdOf } from "../../../../forms/LoadFailed.tsx";
import { formsText } from "../../../../forms/text.ts";
import { RequestId } from "../../../../ui/RequestId.tsx";
import { connectionsText as text } from "../text.ts";

/** What the server says of a part that it could not give, with a way to ask again. The rest of the page goes on. */
export function PartFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const intl = useIntl();
  return (
    <div role="alert">
      <Alert
        variant="danger"
        isInline
        component="h3"
        title={intl.formatMessage(text.partFailed)}
        actionLinks={
          <Button variant="link" isInline onClick={onRetry}>
            <FormattedMessage {...formsText.tryAgain} />
          </Button>
        }
      >
        <p>{messageOf(error, intl)}</p>
        <RequestId id={requestIdOf(error)} />
      </Alert>
    </div>
  );
}
