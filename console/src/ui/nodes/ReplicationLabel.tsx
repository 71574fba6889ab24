import { Label } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";

/** How far a node is with the configuration (specification 2, section 4). */
const LOOKS = {
  OUT_OF_DATE: "warning",
  RETRIEVING: "info",
  APPLYING: "info",
  FAILED: "danger",
  SUCCEEDED: "success",
} as const;

/** A node of another version may send a status that is not known here, or in another case: it is shown as it is. */
export function ReplicationLabel({ status }: { status: string | null | undefined }) {
  const known = status?.toUpperCase();
  if (!status || known === "NONE") return <FormattedMessage id="nodes.NONE" />;
  if (!isKnown(known)) return status;
  return (
    <Label isCompact variant="outline" status={LOOKS[known]}>
      <FormattedMessage id={`nodes.${known}`} />
    </Label>
  );
}

function isKnown(status: string | undefined): status is keyof typeof LOOKS {
  return status !== undefined && Object.hasOwn(LOOKS, status);
}
