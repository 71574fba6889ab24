import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { mount } from "./mount.tsx";
import { appText } from "./text.ts";

/** The server did not answer at the very start: say so, and offer to try again. */
export function mountUnreachable(root: HTMLElement): void {
  mount(root, <Unreachable />);
}

function Unreachable() {
  return (
    <main>
      <EmptyState headingLevel="h1" titleText={<FormattedMessage {...appText.unreachableTitle} />}>
        <EmptyStateBody>
          <FormattedMessage {...appText.unreachableBody} />
        </EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <Button onClick={() => window.location.reload()}>
              <FormattedMessage {...appText.tryAgain} />
            </Button>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    </main>
  );
}
