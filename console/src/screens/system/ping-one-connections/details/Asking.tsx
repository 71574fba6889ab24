import { Spinner } from "@patternfly/react-core";
import { useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../../../../messages.ts";

/** From here on it is said that the cloud is slow, and not the page. */
const LONG_MS = 3000;

/** That the cloud is being asked something, which takes it seconds at the worst. */
export function Asking({ what }: { what: Message }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span className="hanse-connection__waiting">
      <Spinner size="md" aria-hidden="true" />
      <span>
        <FormattedMessage {...what} />
        {long && (
          <>
            {" "}
            <FormattedMessage id="pingOneConnections.slow" />
          </>
        )}
      </span>
    </span>
  );
}
