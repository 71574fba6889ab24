import { Link } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { useSession } from "../../../platform/session/SessionProvider.tsx";
import { mayChange } from "../../../platform/session/session.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { REASON } from "./Actions.tsx";
import type { Status } from "./api.ts";
import { LastTimes } from "./LastTimes.tsx";
import { Nodes } from "./Nodes.tsx";
import { activeConsole, lagging, runningOf } from "./view.ts";

interface StatusViewProps {
  status: Status;
  info: components["schemas"]["ActivePassiveConsoleInfo"];
  /** What is shown could not be read again. */
  isStale: boolean;
}

/** The state of a cluster. */
export function StatusView({ status, info, isStale }: StatusViewProps) {
  const isPassive = info.role === "PASSIVE";
  const isEnabled = info.enabled === true;
  const mayRemove = useAccess() === "editable" && !isPassive;
  return (
    <>
      {isStale && (
        <Alert isInline component="p" variant="warning" title={<FormattedMessage id="clusterManagement.stale" />} />
      )}
      {isPassive && <Passive active={activeConsole(status)?.address} />}
      {status.mixedMode && (
        <Alert isInline component="h2" variant="warning" title={<FormattedMessage id="clusterManagement.mixed" />}>
          <FormattedMessage id="clusterManagement.mixedBody" />
        </Alert>
      )}
      <BeyondLicence status={status} mayLeave={!isPassive} />
      <LastTimes
        modified={status.lastConfigUpdateTime}
        replicated={status.lastReplicationTime}
        synchronized={isEnabled ? { moment: info.activeNodeLastSuccessfulSyncTime } : undefined}
      />
      {!isPassive && <Reason status={status} />}
      <Nodes status={status} tabbed={isEnabled} mayRemove={mayRemove} />
    </>
  );
}

/** Nobody is turned away for a node too many; somebody has to be told. A passive console has no page for licences. */
function BeyondLicence({ status: { nodes, nodeLimit }, mayLeave }: { status: Status; mayLeave: boolean }) {
  const count = runningOf(nodes);
  if (nodeLimit == null || count <= nodeLimit) return null;
  return (
    <Alert isInline component="h2" variant="warning" title={<FormattedMessage id="clusterManagement.beyondLicence" />}>
      <FormattedMessage id="clusterManagement.beyondLicenceBody" values={{ count, limit: nodeLimit }} />{" "}
      {mayLeave && (
        <Link to={paths.license}>
          <FormattedMessage id="clusterManagement.license" />
        </Link>
      )}
    </Alert>
  );
}

/** Why 'Replicate' can be used or not, and who may not use it at all. */
function Reason({ status }: { status: Status }) {
  const session = useSession();
  const count = lagging(status).length;
  const reason = status.replicationRequired
    ? message("clusterManagement.required")
    : count > 0
      ? message("clusterManagement.lagging")
      : message("clusterManagement.upToDate");
  return (
    <p className="hanse-cluster__note">
      <span id={REASON}>
        <FormattedMessage {...reason} values={{ count }} />
      </span>{" "}
      {session.auditor && <FormattedMessage id="clusterManagement.auditor" />}
      {!session.auditor && !mayChange(session, "ADMINISTRATOR") && <FormattedMessage id="clusterManagement.noRole" />}
    </p>
  );
}

function Passive({ active }: { active: string | undefined }) {
  return (
    <Alert isInline component="h2" variant="info" title={<FormattedMessage id="clusterManagement.passive" />}>
      <FormattedMessage
        {...(active ? message("clusterManagement.passiveBody") : message("clusterManagement.passiveBodyAlone"))}
        values={{ address: <strong>{active}</strong> }}
      />
    </Alert>
  );
}
