import { Button, Card, CardBody, CardHeader, CardTitle, Label, Title } from "@patternfly/react-core";
import ServerIcon from "@patternfly/react-icons/dist/esm/icons/server-icon";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { replicationStatus as known, ReplicationLabel, RoleName } from "../../features/nodes/labels.tsx";
import { message } from "../../messages.ts";
import { PartFailed } from "../../platform/forms/LoadFailed.tsx";
import { useUiSettings } from "../../platform/page/uiSettings.ts";
import { useTimestamp } from "../../platform/page/useTimestamp.ts";
import { Alert } from "../../platform/ui/Alert.tsx";
import { Fact, Facts } from "../../platform/ui/Facts.tsx";
import { Loading } from "../../platform/ui/Loading.tsx";
import { NewTabLink } from "../../platform/ui/NewTabLink.tsx";
import { type ClusterNode, nodesQuery } from "./api.ts";

/** The nodes, read again every few seconds: updates are made in place, and focused elements remain. */
export function Cluster() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(nodesQuery);
  return (
    <section aria-labelledby="cluster-nodes" className="hanse-home__part">
      <div className="hanse-home__head">
        <Title headingLevel="h2" size="lg" id="cluster-nodes">
          <FormattedMessage id="home.cluster" />
        </Title>
        {data && data.items.length > 0 && <Summary nodes={data.items} />}
      </div>
      {data && error && <Alert isPlain variant="warning" title={<FormattedMessage id="home.stale" />} />}
      {data ? (
        <Nodes nodes={data.items} now={dataUpdatedAt} />
      ) : error ? (
        <PartFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </section>
  );
}

function Summary({ nodes }: { nodes: readonly ClusterNode[] }) {
  const running = nodes.filter(({ status }) => status === "RUNNING").length;
  const away = nodes.length - running;
  return (
    <p className="hanse-home__quiet">
      <FormattedMessage
        {...(away > 0 ? message("home.summaryAway") : message("home.summary"))}
        values={{ count: nodes.length, running, away }}
      />
    </p>
  );
}

/** Four rows are shown; a button shows the rest, and nodes with problems come first. */
const FIRST = 12;

function Nodes({ nodes, now }: { nodes: readonly ClusterNode[]; now: number }) {
  const [all, setAll] = useState(false);
  if (nodes.length === 0) return <NoCluster />;
  const shown = all || nodes.length <= FIRST ? nodes : nodes.toSorted(byTrouble).slice(0, FIRST);
  return (
    <>
      <ul className="hanse-home__nodes">
        {shown.map((node) => (
          <NodeCard key={node.index} node={node} now={now} />
        ))}
      </ul>
      {nodes.length > FIRST && (
        <div>
          <Button variant="link" isInline aria-expanded={all} onClick={() => setAll(!all)}>
            <FormattedMessage
              {...(all ? message("home.fewer") : message("home.all"))}
              values={{ count: nodes.length }}
            />
          </Button>
        </div>
      )}
    </>
  );
}

function byTrouble(one: ClusterNode, other: ClusterNode): number {
  return trouble(other) - trouble(one) || one.index - other.index;
}

function trouble({ status, replicationStatus }: ClusterNode): number {
  if (status !== "RUNNING") return 2;
  return ["FAILED", "OUT_OF_DATE"].includes(known(replicationStatus) ?? "") ? 1 : 0;
}

function NoCluster() {
  const { settings } = useUiSettings();
  const guide = settings?.documentationUrls["server-clustering-guide"];
  return (
    <Card isCompact>
      <CardBody className="hanse-home__none">
        <span className="hanse-home__badge">
          <ServerIcon />
        </span>
        <div>
          <Title headingLevel="h3" size="md">
            <FormattedMessage id="home.noCluster" />
          </Title>
          <p className="hanse-home__quiet">
            <FormattedMessage id="home.noClusterBody" />
          </p>
        </div>
        {guide && (
          <NewTabLink to={guide}>
            <FormattedMessage id="home.clusteringGuide" />
          </NewTabLink>
        )}
      </CardBody>
    </Card>
  );
}

function Waiting() {
  return (
    <Card isCompact>
      <CardBody>
        <Loading height="2.75rem" />
      </CardBody>
    </Card>
  );
}

interface NodeCardProps {
  node: ClusterNode;
  /** When the node was read, in milliseconds; the heartbeat's age is relative to it. */
  now: number;
}

function NodeCard({ node, now }: NodeCardProps) {
  const away = node.status !== "RUNNING";
  return (
    <Card component="li" isCompact isFullHeight className={away ? "hanse-node hanse-node--away" : "hanse-node"}>
      <CardHeader className="hanse-node__head">
        <CardTitle component="h3">
          <FormattedMessage id="home.node" values={{ index: node.index }} />
          <span className="hanse-node__role">
            <RoleName node={node} />
          </span>
        </CardTitle>
        <Status status={node.status} />
      </CardHeader>
      <CardBody>
        <Facts className="hanse-node__facts">
          <Fact term={message("nodes.address")} className="hanse-node__wide">
            {node.address}
          </Fact>
          <Fact term={message("home.heartbeat")} className="hanse-node__wide">
            <Heartbeat moment={node.lastHeartbeat} now={now} />
          </Fact>
          <Fact term={message("home.version")}>{node.version}</Fact>
          <Fact term={message("home.configuration")}>
            {node.replicationStatus && <ReplicationLabel status={node.replicationStatus} />}
          </Fact>
          <Fact term={message("nodes.group")}>{node.nodeGroup}</Fact>
          <Fact term={message("nodes.tags")}>{node.nodeTags}</Fact>
        </Facts>
      </CardBody>
    </Card>
  );
}

function Status({ status }: { status: ClusterNode["status"] }) {
  const running = status === "RUNNING";
  return (
    <Label isCompact status={running ? "success" : "danger"}>
      <FormattedMessage {...(running ? message("home.running") : message("nodes.unreachable"))} />
    </Label>
  );
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

function Heartbeat({ moment, now }: { moment: string; now: number }) {
  const timestamp = useTimestamp();
  const intl = useIntl();
  // If the server's clock is ahead, heartbeats are not shown in the future.
  const age = Math.max(0, Math.round((now - Date.parse(moment)) / 1000));
  const [unit, seconds] = UNITS.find(([, length]) => age >= length) ?? ["second", 1];
  return (
    <time dateTime={moment}>
      {Number.isNaN(age) ? "" : `${intl.formatRelativeTime(-Math.floor(age / seconds), unit)} `}
      <span className="hanse-home__quiet hanse-node__moment">{timestamp(moment)}</span>
    </time>
  );
}
