import { Label } from "@patternfly/react-core";
import BanIcon from "@patternfly/react-icons/dist/esm/icons/ban-icon";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import ExclamationCircleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import ExclamationTriangleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon";
import PendingIcon from "@patternfly/react-icons/dist/esm/icons/pending-icon";
import SyncAltIcon from "@patternfly/react-icons/dist/esm/icons/sync-alt-icon";
import { FormattedMessage } from "react-intl";
import type { KeyPair } from "./api.ts";
import { statusOf } from "./view.ts";

const LOOKS = {
  VALID: { status: "success", icon: <CheckCircleIcon /> },
  EXPIRING: { status: "warning", icon: <ExclamationTriangleIcon /> },
  EXPIRED: { status: "danger", icon: <ExclamationCircleIcon /> },
  NOT_YET_VALID: { status: "info", icon: <PendingIcon /> },
  REVOKED: { status: "danger", icon: <BanIcon /> },
} as const;

/** Where the certificate stands in its life, and whether the server renews it: icon and word, colour only beside them. */
export function StatusLabels({ pair, now }: { pair: KeyPair; now: number }) {
  const status = statusOf(pair, now);
  return (
    <span className="hanse-keys__labels">
      <Label {...LOOKS[status]} isCompact>
        <FormattedMessage id={`signingKeys.${status}`} />
      </Label>
      {pair.rotationSettings && (
        <Label isCompact variant="outline" icon={<SyncAltIcon />}>
          <FormattedMessage id="signingKeys.rotated" />
        </Label>
      )}
    </span>
  );
}
