import { Label } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { replicationStatus } from "./replicationStatus.ts";

const LOOKS = {
  OUT_OF_DATE: "warning",
  RETRIEVING: "info",
  APPLYING: "info",
  FAILED: "danger",
  SUCCEEDED: "success",
} as const;

/** How far a node is with the configuration. A word that is not known here is shown as it is. */
export function ReplicationLabel({ status }: { status: string | null | undefined }) {
  const known = replicationStatus(status);
  if (!known) return <FormattedMessage id="nodes.NONE" />;
  if (known === "other") return status;
  return (
    <Label isCompact variant="outline" status={LOOKS[known]}>
      <FormattedMessage id={`nodes.${known}`} />
    </Label>
  );
}
