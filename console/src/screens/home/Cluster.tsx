import { Alert, Card, CardBody, EmptyState, EmptyStateBody, Skeleton, Title } from "@patternfly/react-core";
import ServerIcon from "@patternfly/react-icons/dist/esm/icons/server-icon";
import { useQuery } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { useUiSettings } from "../../app/uiSettings.ts";
import { uiText } from "../../ui/text.ts";
import { type ClusterNode, nodesQuery } from "./api.ts";
import { NewTabLink } from "./NewTabLink.tsx";
import { NodeCard } from "./NodeCard.tsx";
import { homeText as text } from "./text.ts";
import { Unloaded } from "./Unloaded.tsx";

/** The nodes, read again every few seconds: what changes is in place, and nothing that has the focus goes away. */
export function Cluster() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(nodesQuery);
  return (
    <section aria-labelledby="cluster-nodes" className="hanse-home__cluster">
      <div className="hanse-home__head">
        <Title headingLevel="h2" size="lg" id="cluster-nodes">
          <FormattedMessage {...text.cluster} />
        </Title>
        {data && data.items.length > 0 && <Summary nodes={data.items} />}
      </div>
      {data && error && (
        <Alert isInline isPlain component="p" variant="warning" title={<FormattedMessage {...text.stale} />} />
      )}
      {data ? (
        <Nodes nodes={data.items} now={dataUpdatedAt} />
      ) : error ? (
        <Unloaded error={error} onRetry={() => void refetch()} />
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
        {...(away > 0 ? text.summaryAway : text.summary)}
        values={{ count: nodes.length, running, away }}
      />
    </p>
  );
}

function Nodes({ nodes, now }: { nodes: readonly ClusterNode[]; now: number }) {
  if (nodes.length === 0) return <NoCluster />;
  return (
    <ul className="hanse-home__nodes">
      {nodes.map((node) => (
        <NodeCard key={node.index} node={node} now={now} />
      ))}
    </ul>
  );
}

function NoCluster() {
  const { settings } = useUiSettings();
  const guide = settings?.documentationUrls["server-clustering-guide"];
  return (
    <Card>
      <CardBody>
        <EmptyState
          variant="xs"
          icon={ServerIcon}
          headingLevel="h3"
          titleText={<FormattedMessage {...text.noCluster} />}
          className="hanse-home__none"
        >
          <EmptyStateBody>
            <p>
              <FormattedMessage {...text.noClusterBody} />
            </p>
            <p>
              {guide && (
                <NewTabLink to={guide}>
                  <FormattedMessage {...text.clusteringGuide} />
                </NewTabLink>
              )}
            </p>
          </EmptyStateBody>
        </EmptyState>
      </CardBody>
    </Card>
  );
}

function Waiting() {
  const intl = useIntl();
  return (
    <Card>
      <CardBody>
        <Skeleton height="9rem" screenreaderText={intl.formatMessage(uiText.loading)} />
      </CardBody>
    </Card>
  );
}
