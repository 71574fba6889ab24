import { SkipToContent } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { shellText as text } from "./text.ts";

/** The id of what is around every screen. */
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
      <FormattedMessage {...text.skip} />
    </SkipToContent>
  );
}
