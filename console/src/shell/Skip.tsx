import { SkipToContent } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";

/** The ID of the container of every screen. */
export const CONTENT = "content";

export function Skip() {
  return (
    <SkipToContent
      href={`#${CONTENT}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(CONTENT)?.focus();
      }}
    >
      <FormattedMessage id="shell.skip" />
    </SkipToContent>
  );
}
