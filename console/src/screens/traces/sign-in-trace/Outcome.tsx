import { Label } from "@patternfly/react-core";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import ExclamationCircleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import PendingIcon from "@patternfly/react-icons/dist/esm/icons/pending-icon";
import { Link, type LinkProps } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import type { SettingLink, TraceSummary } from "./traces.ts";

type Outcome = TraceSummary["outcome"];

export const OUTCOME_TEXTS: Readonly<Record<Outcome, Message>> = {
  FAILED: message("signInTrace.failed"),
  SUCCEEDED: message("signInTrace.succeeded"),
  WAITING: message("signInTrace.waiting"),
};

/** The state of a sign-in, with an icon and a color. */
export function OutcomeLabel({ outcome }: { outcome: Outcome }) {
  const look = {
    FAILED: { color: "red", icon: <ExclamationCircleIcon /> },
    SUCCEEDED: { color: "green", icon: <CheckCircleIcon /> },
    WAITING: { color: "blue", icon: <PendingIcon /> },
  } as const;
  return (
    <Label isCompact {...look[outcome]}>
      <FormattedMessage {...OUTCOME_TEXTS[outcome]} />
    </Label>
  );
}

/** The name of a setting, as a link to its page unless it was deleted. */
export function Setting({ name, page }: SettingLink) {
  return page ? <Link to={page as NonNullable<LinkProps["to"]>}>{name}</Link> : name;
}
