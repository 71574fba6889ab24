import ExternalLinkAltIcon from "@patternfly/react-icons/dist/esm/icons/external-link-alt-icon";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";

/** A link that opens in a new tab and says so, also to screen readers. */
export function NewTabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className="hanse-out" href={to} target="_blank" rel="noopener">
      {children} <ExternalLinkAltIcon aria-hidden />
      <span className="pf-v6-screen-reader">
        {" "}
        <FormattedMessage id="ui.newTab" />
      </span>
    </a>
  );
}
