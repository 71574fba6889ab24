import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { mount } from "./mount.tsx";

/** The server did not answer at the very start: say so, and offer to try again. */
export function mountUnreachable(root: HTMLElement): Promise<void> {
  return mount(root, <Unreachable />);
}

function Unreachable() {
  return (
    <main>
      <EmptyState headingLevel="h1" titleText={<FormattedMessage id="app.unreachableTitle" />}>
        <EmptyStateBody>
          <FormattedMessage id="app.unreachableBody" />
        </EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <Button onClick={() => window.location.reload()}>
              <FormattedMessage id="app.tryAgain" />
            </Button>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    </main>
  );
}
