import { Tooltip } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";

/** The shortened name of the environment; the tooltip has the full name, and is within the same landmark. */
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

const LONGEST = 15;

/** The environment's label in the masthead: 15 characters, then '...' (specification 3, section 9). */
export function environmentLabel(environment: string): string {
  const characters = Array.from(environment); // By characters, so that no surrogate pair is cut in half.
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}...` : environment;
}
