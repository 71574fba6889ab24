import { Label } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";

interface RoleNameProps {
  node: { mode: string; adminConsoleInfo?: { consoleRole: string } | null | undefined };
}

/** The node's mode, and for a console its role. An unknown value is shown as it is. */
export function RoleName({ node: { mode, adminConsoleInfo } }: RoleNameProps) {
  const role = adminConsoleInfo?.consoleRole;
  return (
    <>
      <Word word={mode} />
      {role && " · "}
      {role && <Word word={role} />}
    </>
  );
}

function Word({ word }: { word: string }) {
  switch (word) {
    case "STANDALONE":
    case "CLUSTERED_CONSOLE":
    case "CLUSTERED_ENGINE":
    case "CLUSTERED_DUAL":
    case "ACTIVE":
    case "PASSIVE":
      return <FormattedMessage id={`nodes.${word}`} />;
    default:
      return word;
  }
}

const LOOKS = {
  OUT_OF_DATE: "warning",
  RETRIEVING: "info",
  APPLYING: "info",
  FAILED: "danger",
  SUCCEEDED: "success",
} as const;

/** The replication status of a node. An unknown value is shown as it is. */
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

type Known = keyof typeof LOOKS;

/**
 * The replication status of a node (specification 2, section 4, which writes some values in lower case). A node of
 * another version may send an unknown value, which becomes "other". Undefined if there is no status.
 */
export function replicationStatus(sent: string | null | undefined): Known | "other" | undefined {
  const word = sent?.toUpperCase();
  if (!word || word === "NONE") return undefined;
  return Object.hasOwn(LOOKS, word) ? (word as Known) : "other";
}
