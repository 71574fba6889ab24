import { Label } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useTimestamp } from "../../../app/useTimestamp.ts";
import type { Message } from "../../../catalogue.ts";
import { ReplicationLabel } from "../../../ui/nodes/ReplicationLabel.tsx";
import { RoleName } from "../../../ui/nodes/RoleName.tsx";
import { nodesText } from "../../../ui/nodes/text.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../ui/table/Table.tsx";
import type { Node } from "./api.ts";
import { Moment } from "./LastTimes.tsx";
import { clusterManagementText as text } from "./text.ts";

interface TableProps {
  nodes: readonly Node[];
  /** The index of the node that is looked at from. */
  here: number;
  label: string;
}

/** The nodes that have something to serve, and how far each is with what is replicated. */
export function NodeTable({ nodes, here, label }: TableProps) {
  const { version, configuration, replication } = text;
  return (
    <Frame
      label={label}
      heads={[
        nodesText.address,
        nodesText.index,
        nodesText.role,
        replication,
        configuration,
        version,
        nodesText.group,
        nodesText.tags,
      ]}
    >
      {nodes.map((node) => (
        <Tr key={node.index}>
          <Address node={node} here={here} />
          <Role node={node} />
          <Cell head={replication} className="hanse-cluster__state">
            <Reached node={node}>
              <ReplicationLabel status={node.replicationStatus} />
              {node.replicationFailure && <p className="hanse-cluster__reason">{node.replicationFailure}</p>}
            </Reached>
          </Cell>
          <Cell head={configuration}>
            {node.configurationTimestamp ? <Moment moment={node.configurationTimestamp} /> : <Nothing />}
          </Cell>
          <Belongings node={node} />
        </Tr>
      ))}
    </Frame>
  );
}

/** The consoles: who is active, and how far the others follow. */
export function ConsoleTable({ nodes, here, label }: TableProps) {
  const { roleSince, synchronization, synchronized, version } = text;
  return (
    <Frame
      label={label}
      heads={[
        nodesText.address,
        nodesText.index,
        nodesText.role,
        synchronization,
        synchronized,
        roleSince,
        version,
        nodesText.group,
        nodesText.tags,
      ]}
    >
      {nodes.map((node) => {
        const { configSyncStatus, configSyncTimestamp, consoleRole, consoleRoleLastUpdateDate } =
          node.adminConsoleInfo ?? {};
        return (
          <Tr key={node.index}>
            <Address node={node} here={here} />
            <Role node={node} />
            <Cell head={synchronization} className="hanse-cluster__state">
              <Reached node={node}>
                <ReplicationLabel status={configSyncStatus} />
              </Reached>
            </Cell>
            <Cell head={synchronized}>
              {consoleRole === "PASSIVE" ? <Moment moment={configSyncTimestamp} /> : <Nothing />}
            </Cell>
            <Cell head={roleSince}>
              {consoleRoleLastUpdateDate ? <Moment moment={consoleRoleLastUpdateDate} /> : <Nothing />}
            </Cell>
            <Belongings node={node} />
          </Tr>
        );
      })}
    </Frame>
  );
}

function Frame({ label, heads, children }: { label: string; heads: readonly Message[]; children: ReactNode }) {
  return (
    <div className="hanse-cluster__table">
      <Table aria-label={label} gridBreakPoint="grid-xl">
        <Thead>
          <Tr>
            {heads.map((head) => (
              <Th key={head.id} modifier="wrap">
                <FormattedMessage {...head} />
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>{children}</Tbody>
      </Table>
    </div>
  );
}

function Cell({ head, className, children }: { head: Message; className?: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <Td dataLabel={intl.formatMessage(head)} {...(className && { className })}>
      {children}
    </Td>
  );
}

function Address({ node, here }: { node: Node; here: number }) {
  const intl = useIntl();
  return (
    <>
      <Th scope="row" dataLabel={intl.formatMessage(nodesText.address)} modifier="breakWord">
        {node.address}
        {node.index === here && (
          <span className="hanse-cluster__here">
            <FormattedMessage {...text.here} />
          </span>
        )}
      </Th>
      <Cell head={nodesText.index}>{node.index}</Cell>
    </>
  );
}

function Role({ node }: { node: Node }) {
  return (
    <Cell head={nodesText.role}>
      <RoleName node={node} />
    </Cell>
  );
}

/** What is known of a node that gives signs of life; of others when they last did. */
function Reached({ node, children }: { node: Node; children: ReactNode }) {
  const show = useTimestamp();
  if (node.status === "RUNNING") return children;
  return (
    <>
      <Label isCompact variant="outline" status="danger">
        <FormattedMessage {...nodesText.unreachable} />
      </Label>
      <p className="hanse-cluster__reason">
        <FormattedMessage {...text.lastSeen} values={{ moment: show(node.lastHeartbeat) }} />
      </p>
    </>
  );
}

function Belongings({ node }: { node: Node }) {
  return (
    <>
      <Cell head={text.version}>{node.version}</Cell>
      <Cell head={nodesText.group}>{node.nodeGroup || <Nothing />}</Cell>
      <Cell head={nodesText.tags}>{node.nodeTags || <Nothing />}</Cell>
    </>
  );
}

function Nothing() {
  return <FormattedMessage {...text.nothing} />;
}
