import { Label } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";

/** How far a node is with the configuration (specification 2, section 4). */
export type Replication = "NONE" | "OUT_OF_DATE" | "RETRIEVING" | "APPLYING" | "FAILED" | "SUCCEEDED";

const LOOKS = {
  OUT_OF_DATE: "warning",
  RETRIEVING: "info",
  APPLYING: "info",
  FAILED: "danger",
  SUCCEEDED: "success",
} as const;

export function ReplicationLabel({ status }: { status: Replication | null | undefined }) {
  if (!status || status === "NONE") return <FormattedMessage id="nodes.NONE" />;
  return (
    <Label isCompact variant="outline" status={LOOKS[status]}>
      <FormattedMessage id={`nodes.${status}`} />
    </Label>
  );
}
