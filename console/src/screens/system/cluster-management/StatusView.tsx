import { Button, Label, Tab, Tabs, TabTitleText } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { LinkButton } from "../../../platform/page/LinkButton.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { mayChange, useSession } from "../../../platform/session/SessionProvider.tsx";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { LastTimes } from "./LastTimes.tsx";
import { ConsoleTable, NodeTable } from "./NodeTable.tsx";
import {
  activeConsole,
  activeNodes,
  type Counts,
  consoles,
  countsOf,
  isReplicationRequired,
  lagging,
  type Node,
  replicate,
  runningOf,
  type Status,
  statusQuery,
} from "./view.ts";

interface StatusViewProps {
  status: Status;
  info: components["schemas"]["ActivePassiveConsoleInfo"];
  /** True if the last refresh failed. */
  isStale: boolean;
}

/** The state of a cluster. */
export function StatusView({ status, info, isStale }: StatusViewProps) {
  const isPassive = info.role === "PASSIVE";
  const isEnabled = info.enabled === true;
  const mayRemove = useAccess() === "editable" && !isPassive;
  return (
    <>
      {isStale && <Alert variant="warning" title={<FormattedMessage id="clusterManagement.stale" />} />}
      {isPassive && <Passive active={activeConsole(status)?.address} />}
      {status.mixedMode && (
        <Alert component="h2" variant="warning" title={<FormattedMessage id="clusterManagement.mixed" />}>
          <FormattedMessage id="clusterManagement.mixedBody" />
        </Alert>
      )}
      <BeyondLicense status={status} mayLeave={!isPassive} />
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

/** The node limit is not enforced, only reported. A passive console has no license page. */
function BeyondLicense({ status: { nodes, nodeLimit }, mayLeave }: { status: Status; mayLeave: boolean }) {
  const count = runningOf(nodes);
  if (nodeLimit == null || count <= nodeLimit) return null;
  return (
    <Alert component="h2" variant="warning" title={<FormattedMessage id="clusterManagement.beyondLicense" />}>
      <FormattedMessage id="clusterManagement.beyondLicenseBody" values={{ count, limit: nodeLimit }} />{" "}
      {mayLeave && (
        <Link to={paths.license}>
          <FormattedMessage id="clusterManagement.license" />
        </Link>
      )}
    </Alert>
  );
}

/** All engines have the configuration only if none is applying it or has a status that this version does not know. */
function reasonOf(status: Status) {
  const behind = lagging(status).length;
  const { working, other } = countsOf(activeNodes(status));
  if (status.replicationRequired) return { text: message("clusterManagement.required"), count: 0 };
  if (behind > 0) return { text: message("clusterManagement.lagging"), count: behind };
  if (working > 0) return { text: message("clusterManagement.replicating"), count: working };
  if (other > 0) return { text: message("clusterManagement.unknownState"), count: other };
  return { text: message("clusterManagement.upToDate"), count: 0 };
}

/** Explains why 'Replicate' is enabled or disabled, or which role it requires. */
function Reason({ status }: { status: Status }) {
  const session = useSession();
  const { text, count } = reasonOf(status);
  return (
    <p className="hanse-cluster__note">
      <span id={REASON}>
        <FormattedMessage {...text} values={{ count }} />
      </span>{" "}
      {session.auditor && <FormattedMessage id="clusterManagement.auditor" />}
      {!session.auditor && !mayChange(session, "ADMINISTRATOR") && <FormattedMessage id="clusterManagement.noRole" />}
    </p>
  );
}

function Passive({ active }: { active: string | undefined }) {
  return (
    <Alert component="h2" variant="info" title={<FormattedMessage id="clusterManagement.passive" />}>
      <FormattedMessage
        {...(active ? message("clusterManagement.passiveBody") : message("clusterManagement.passiveBodyAlone"))}
        values={{ address: <strong>{active}</strong> }}
      />
    </Alert>
  );
}

/** One table, or two on tabs if there are several consoles. */
function Nodes({ status, tabbed, mayRemove }: { status: Status; tabbed: boolean; mayRemove: boolean }) {
  const intl = useIntl();
  const [tab, setTab] = useState<"activeNodes" | "adminConsoles">("activeNodes");
  const here = status.nodes.find(({ index }) => index === status.currentNodeIndex);
  const active = activeNodes(status);
  const label = (name: "activeNodes" | "adminConsoles" | "nodes" | "tabs") =>
    intl.formatMessage({ id: `clusterManagement.${name}` });
  const shared = { here, mayRemove };
  const table = <NodeTable nodes={active} {...shared} label={label(tabbed ? "activeNodes" : "nodes")} />;
  if (!tabbed) {
    return (
      <div>
        <Summary nodes={active} />
        {table}
      </div>
    );
  }
  const standing = consoles(status);
  return (
    <Tabs
      id="cluster"
      aria-label={label("tabs")}
      activeKey={tab}
      onSelect={(_, chosen) => setTab(chosen as typeof tab)}
      mountOnEnter
    >
      <Tab eventKey="activeNodes" title={<Title message={message("clusterManagement.activeNodes")} />}>
        <Summary nodes={active} />
        {table}
      </Tab>
      <Tab eventKey="adminConsoles" title={<Title message={message("clusterManagement.adminConsoles")} />}>
        <Summary nodes={standing} />
        <ConsoleTable nodes={standing} {...shared} label={label("adminConsoles")} />
      </Tab>
    </Tabs>
  );
}

function Title({ message: title }: { message: Message }) {
  return (
    <TabTitleText>
      <FormattedMessage {...title} />
    </TabTitleText>
  );
}

const LOOKS = { away: "danger", failed: "danger", outOfDate: "warning", working: "info", other: "custom" } as const;
const KINDS = Object.keys(LOOKS) as (keyof Counts)[];

/** The number of nodes, and of those with problems. */
function Summary({ nodes }: { nodes: readonly Node[] }) {
  const counts = countsOf(nodes);
  return (
    <p className="hanse-cluster__summary">
      <span>
        <FormattedMessage id="clusterManagement.summary" values={{ count: nodes.length }} />
      </span>
      {KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
        <Label key={kind} isCompact status={LOOKS[kind]}>
          <FormattedMessage id={`clusterManagement.${kind}`} values={{ count: counts[kind] }} />
        </Label>
      ))}
    </p>
  );
}

/** The ID of the text that explains why 'Replicate' is enabled or disabled. */
const REASON = "replication-reason";

/** The actions of the active console. */
export function Actions({ status, mayReplicate }: { status: Status | undefined; mayReplicate: boolean }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const publish = useMutation({
    mutationFn: replicate,
    onMutate: () => messages.clearErrors(),
    onSuccess: () => messages.success(intl.formatMessage({ id: "clusterManagement.replicated" })),
    onError: (error) => messages.error(error, intl.formatMessage({ id: "clusterManagement.replicationFailed" })),
    onSettled: () => client.invalidateQueries({ queryKey: statusQuery.queryKey }),
  });
  const idle = publish.isPending || !status || !isReplicationRequired(status);
  return (
    <div className="hanse-cluster__actions">
      {mayReplicate && (
        <Button
          isAriaDisabled={idle}
          isLoading={publish.isPending}
          aria-describedby={REASON}
          onClick={() => publish.mutate()}
        >
          <FormattedMessage id="clusterManagement.replicate" />
        </Button>
      )}
      <LinkButton to={paths.clusterSettings} variant="secondary">
        <FormattedMessage id="clusterManagement.settings" />
      </LinkButton>
    </div>
  );
}
