import { Icon } from "@patternfly/react-core";
import MetIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import UnmetIcon from "@patternfly/react-icons/dist/esm/icons/outlined-circle-icon";
import { FormattedMessage } from "react-intl";
import type { PasswordRules } from "./api.ts";
import { requirements } from "./passwordRules.ts";

/** The live list of what the password needs. How many are met is announced; reading the whole list would be noise. */
export function Requirements({ id, rules, password }: { id: string; rules: PasswordRules; password: string }) {
  const list = requirements(rules, password);
  return (
    <div className="hanse-setup__requirements">
      <p id={`${id}-title`}>
        <FormattedMessage id="setup.requirements" />
      </p>
      <ul id={id} aria-labelledby={`${id}-title`}>
        {list.map(({ message: rule, n, met }) => (
          <li key={rule.id} data-met={met}>
            <Icon {...(met ? { status: "success" } : {})}>{met ? <MetIcon /> : <UnmetIcon />}</Icon>
            <span>
              <FormattedMessage {...rule} values={{ n }} />
            </span>
            <span className="pf-v6-screen-reader">
              <FormattedMessage id={met ? "setup.met" : "setup.unmet"} />
            </span>
          </li>
        ))}
      </ul>
      <p className="pf-v6-screen-reader" aria-live="polite">
        {password !== "" && (
          <FormattedMessage
            id="setup.metCount"
            values={{ met: list.filter(({ met }) => met).length, all: list.length }}
          />
        )}
      </p>
    </div>
  );
}
