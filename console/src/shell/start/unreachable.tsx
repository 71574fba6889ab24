import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import { useEffect } from "react";
import { FormattedMessage } from "react-intl";
import { message } from "../../messages.ts";
import { readSession } from "../../platform/api/session.ts";
import { mount } from "./mount.tsx";

/** The server does not answer, or answers that its database cannot be reached. */
export type Away = "unreachable" | "unavailable";

const RETRY_MS = 5_000;
const TEXTS = {
  unreachable: { title: message("app.unreachableTitle"), body: message("app.unreachableBody") },
  unavailable: { title: message("app.unavailableTitle"), body: message("app.unavailableBody") },
};

/** Nothing can be shown at the start: explains why, and reloads the page as soon as the server answers. */
export function mountUnreachable(root: HTMLElement, away: Away): Promise<void> {
  return mount(root, <Unreachable away={away} onBack={reload} />);
}

function reload(): void {
  window.location.reload();
}

export function Unreachable({ away, onBack }: { away: Away; onBack: () => void }) {
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout>;
    let isOver = false;
    const wait = () => {
      if (!isOver) waiting = setTimeout(() => void readSession().then(onBack, wait), RETRY_MS);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(waiting);
    };
  }, [onBack]);
  return (
    <main>
      <EmptyState headingLevel="h1" titleText={<FormattedMessage {...TEXTS[away].title} />}>
        <EmptyStateBody>
          <FormattedMessage {...TEXTS[away].body} />
        </EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <Button onClick={onBack}>
              <FormattedMessage id="app.tryAgain" />
            </Button>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    </main>
  );
}
