import { Card, CardBody, CardHeader, CardTitle, Label } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { ReplicationLabel } from "../../features/nodes/ReplicationLabel.tsx";
import { RoleName } from "../../features/nodes/RoleName.tsx";
import { message } from "../../messages.ts";
import { useTimestamp } from "../../platform/page/useTimestamp.ts";
import { Fact, Facts } from "../../platform/ui/Facts.tsx";
import type { ClusterNode } from "./api.ts";

interface NodeCardProps {
  node: ClusterNode;
  /** When the node was read, in milliseconds: the heartbeat's age is counted from then. */
  now: number;
}

export function NodeCard({ node, now }: NodeCardProps) {
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
  // A clock that is ahead of ours has no heartbeats in the future.
  const age = Math.max(0, Math.round((now - Date.parse(moment)) / 1000));
  const [unit, seconds] = UNITS.find(([, length]) => age >= length) ?? ["second", 1];
  return (
    <time dateTime={moment}>
      {Number.isNaN(age) ? "" : `${intl.formatRelativeTime(-Math.floor(age / seconds), unit)} `}
      <span className="hanse-home__quiet hanse-node__moment">{timestamp(moment)}</span>
    </time>
  );
}
