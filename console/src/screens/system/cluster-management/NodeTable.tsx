import { Label } from "@patternfly/react-core";
import { Fragment, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { ReplicationLabel } from "../../../features/nodes/ReplicationLabel.tsx";
import { RoleName } from "../../../features/nodes/RoleName.tsx";
import { type Message, message } from "../../../messages.ts";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../platform/ui/table/Table.tsx";
import type { Node } from "./api.ts";
import { Moment } from "./LastTimes.tsx";
import { RemoveNode } from "./RemoveNode.tsx";
import { hasOtherVersion } from "./view.ts";

interface TableProps {
  nodes: readonly Node[];
  /** The node that is looked at from. */
  here: Node | undefined;
  /** Whether nodes that cannot be reached have a button that removes them. */
  mayRemove: boolean;
  label: string;
}

/** The nodes that have something to serve, and how far each is with what is replicated. */
export function NodeTable({ nodes, here, mayRemove, label }: TableProps) {
  const configuration = message("clusterManagement.configuration");
  const replication = message("clusterManagement.replication");
  return (
    <Frame
      label={label}
      heads={[message("nodes.address"), message("nodes.index"), message("nodes.role"), replication, configuration]}
    >
      {nodes.map((node) => (
        <Fragment key={node.index}>
          <Tr>
            <Address node={node} here={here} />
            <Cell head={message("nodes.role")}>
              <RoleName node={node} />
            </Cell>
            <Cell head={replication}>
              {!isReached(node) && <Unreachable />}{" "}
              {(isReached(node) || node.replicationStatus) && <ReplicationLabel status={node.replicationStatus} />}
            </Cell>
            <Cell head={configuration} isEmpty={!node.configurationTimestamp}>
              <Moment moment={node.configurationTimestamp} />
            </Cell>
            <Belongings node={node} here={here} />
          </Tr>
          <Trouble node={node} columns={8} mayRemove={mayRemove} />
        </Fragment>
      ))}
    </Frame>
  );
}

/** The consoles: who is active, and how far the others follow. */
export function ConsoleTable({ nodes, here, mayRemove, label }: TableProps) {
  const synchronization = message("clusterManagement.synchronization");
  return (
    <Frame
      label={label}
      heads={[message("nodes.address"), message("nodes.index"), message("nodes.role"), synchronization]}
    >
      {nodes.map((node) => {
        const { configSyncStatus, configSyncTimestamp, consoleRole, consoleRoleLastUpdateDate } =
          node.adminConsoleInfo ?? {};
        return (
          <Fragment key={node.index}>
            <Tr>
              <Address node={node} here={here} />
              <Cell head={message("nodes.role")}>
                <RoleName node={node} />
                {consoleRoleLastUpdateDate && (
                  <Beside message={message("clusterManagement.roleSince")} moment={consoleRoleLastUpdateDate} />
                )}
              </Cell>
              <Cell head={synchronization}>
                {isReached(node) ? <ReplicationLabel status={configSyncStatus} /> : <Unreachable />}
                {consoleRole === "PASSIVE" && (
                  <Beside message={message("clusterManagement.synchronized")} moment={configSyncTimestamp} />
                )}
              </Cell>
              <Belongings node={node} here={here} />
            </Tr>
            <Trouble node={node} columns={7} mayRemove={mayRemove} />
          </Fragment>
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
            {[...heads, message("clusterManagement.version"), message("nodes.group"), message("nodes.tags")].map(
              (head) => (
                <Th key={head.id}>
                  <FormattedMessage {...head} />
                </Th>
              ),
            )}
          </Tr>
        </Thead>
        <Tbody>{children}</Tbody>
      </Table>
    </div>
  );
}

interface OneCellProps {
  head: Message;
  /** There is nothing in it: where rows are lists, it is left out. */
  isEmpty?: boolean;
  children: ReactNode;
}

function Cell({ head, isEmpty = false, children }: OneCellProps) {
  const intl = useIntl();
  return (
    <Td dataLabel={intl.formatMessage(head)} {...(isEmpty && { className: "hanse-cluster__empty" })}>
      <div>{isEmpty ? <FormattedMessage id="clusterManagement.nothing" /> : children}</div>
    </Td>
  );
}

function Address({ node, here }: { node: Node; here: Node | undefined }) {
  const intl = useIntl();
  return (
    <>
      <Th scope="row" dataLabel={intl.formatMessage({ id: "nodes.address" })} modifier="breakWord">
        {node.address}
        {node === here && (
          <span className="hanse-cluster__beside">
            <FormattedMessage id="clusterManagement.here" />
          </span>
        )}
      </Th>
      <Cell head={message("nodes.index")}>{node.index}</Cell>
    </>
  );
}

function Beside({ message, moment }: { message: Message; moment: string | null | undefined }) {
  return (
    <span className="hanse-cluster__beside">
      <FormattedMessage {...message} values={{ moment: <Moment moment={moment} /> }} />
    </span>
  );
}

function isReached(node: Node): boolean {
  return node.status === "RUNNING";
}

function Unreachable() {
  return (
    <Label isCompact variant="outline" status="danger">
      <FormattedMessage id="nodes.unreachable" />
    </Label>
  );
}

/** Under its row, all over the width: why a node failed, or when one that is gone was last heard from. */
function Trouble({ node, columns, mayRemove }: { node: Node; columns: number; mayRemove: boolean }) {
  const show = useTimestamp();
  const told = isReached(node) ? (
    node.replicationFailure
  ) : (
    <FormattedMessage id="clusterManagement.lastSeen" values={{ moment: show(node.lastHeartbeat) }} />
  );
  if (!told) return null;
  return (
    <Tr className="hanse-cluster__trouble">
      <Td colSpan={columns}>
        {told} {mayRemove && !isReached(node) && <RemoveNode node={node} />}
      </Td>
    </Tr>
  );
}

function Belongings({ node, here }: { node: Node; here: Node | undefined }) {
  const { version, nodeGroup, nodeTags } = node;
  return (
    <>
      <Cell head={message("clusterManagement.version")}>
        {hasOtherVersion(node, here) ? (
          <Label isCompact variant="outline" status="warning">
            {version}
          </Label>
        ) : (
          version
        )}
      </Cell>
      <Cell head={message("nodes.group")} isEmpty={!nodeGroup}>
        {nodeGroup}
      </Cell>
      <Cell head={message("nodes.tags")} isEmpty={!nodeTags}>
        {nodeTags}
      </Cell>
    </>
  );
}
