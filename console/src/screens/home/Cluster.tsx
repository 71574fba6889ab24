import { Button, Card, CardBody, Title } from "@patternfly/react-core";
import ServerIcon from "@patternfly/react-icons/dist/esm/icons/server-icon";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage } from "react-intl";
import { replicationStatus as known } from "../../features/nodes/replicationStatus.ts";
import { message } from "../../messages.ts";
import { PartFailed } from "../../platform/forms/LoadFailed.tsx";
import { useUiSettings } from "../../platform/page/uiSettings.ts";
import { Alert } from "../../platform/ui/Alert.tsx";
import { Loading } from "../../platform/ui/Loading.tsx";
import { NewTabLink } from "../../platform/ui/NewTabLink.tsx";
import { type ClusterNode, nodesQuery } from "./api.ts";
import { NodeCard } from "./NodeCard.tsx";

/** The nodes, read again every few seconds: what changes is in place, and nothing that has the focus goes away. */
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
      {data && error && (
        <Alert isInline isPlain component="p" variant="warning" title={<FormattedMessage id="home.stale" />} />
      )}
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

/** As many as four rows; more are a click away, and those in trouble come first until then. */
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
