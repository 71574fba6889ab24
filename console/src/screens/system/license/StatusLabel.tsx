import { Label } from "@patternfly/react-core";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import ExclamationCircleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import PendingIcon from "@patternfly/react-icons/dist/esm/icons/pending-icon";
import { FormattedMessage } from "react-intl";
import type { Status } from "./view.ts";

const LOOKS = {
  OK: { status: "success", icon: <CheckCircleIcon /> },
  NOT_YET: { status: "info", icon: <PendingIcon /> },
  EXPIRED: { status: "danger", icon: <ExclamationCircleIcon /> },
} as const;

/** Icon and word, and the colour only beside them. */
export function StatusLabel({ status }: { status: Status }) {
  return (
    <Label {...LOOKS[status]} isCompact>
      <FormattedMessage id={`license.${status}`} />
    </Label>
  );
}
