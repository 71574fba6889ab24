import { Tooltip } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { environmentLabel } from "./environment.ts";

/** The name of the environment, shortened; the tooltip has the whole of it, and is within the same landmark. */
export function Environment({ name }: { name: string }) {
  return (
    <Tooltip
      appendTo={() => document.querySelector("header") ?? document.body}
      content={<FormattedMessage id="shell.environment" values={{ environment: name }} />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip has the whole name, and the keyboard must reach it. */}
      <span className="hanse-environment" tabIndex={0}>
        {environmentLabel(name)}
      </span>
    </Tooltip>
  );
}
