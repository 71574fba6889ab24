import { Button, Label } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { consoleInfoQuery } from "../../../features/nodes/consoleInfo.ts";
import { ReplicationLabel, RoleName } from "../../../features/nodes/labels.tsx";
import { type Message, message } from "../../../messages.ts";
import { WarningDialog } from "../../../platform/forms/dialog/WarningDialog.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { type Column, DataTable } from "../../../platform/ui/table/DataTable.tsx";
import { Moment } from "./LastTimes.tsx";
import { hasOtherVersion, type Node, removeNode, statusQuery } from "./view.ts";

interface TableProps {
  nodes: readonly Node[];
  /** The node of this console. */
  here: Node | undefined;
  /** True if unreachable nodes have a button that removes them. */
  mayRemove: boolean;
  label: string;
}

/** The engines and the active console, each with its replication status. */
export function NodeTable({ nodes, here, mayRemove, label }: TableProps) {
  return (
    <NodesBy
      {...{ nodes, here, mayRemove, label }}
      columns={[
        { head: message("nodes.role"), cell: (node) => <RoleName node={node} /> },
        {
          head: message("clusterManagement.replication"),
          cell: (node) => (
            <>
              {!isReached(node) && <Unreachable />}{" "}
              {(isReached(node) || node.replicationStatus) && <ReplicationLabel status={node.replicationStatus} />}
            </>
          ),
        },
        {
          head: message("clusterManagement.configuration"),
          cell: ({ configurationTimestamp }) =>
            configurationTimestamp ? <Moment moment={configurationTimestamp} /> : undefined,
        },
      ]}
    />
  );
}

/** The consoles: their roles, and the synchronization of the passive ones. */
export function ConsoleTable({ nodes, here, mayRemove, label }: TableProps) {
  return (
    <NodesBy
      {...{ nodes, here, mayRemove, label }}
      columns={[
        {
          head: message("nodes.role"),
          cell: (node) => (
            <>
              <RoleName node={node} />
              {node.adminConsoleInfo?.consoleRoleLastUpdateDate && (
                <Beside
                  message={message("clusterManagement.roleSince")}
                  moment={node.adminConsoleInfo.consoleRoleLastUpdateDate}
                />
              )}
            </>
          ),
        },
        {
          head: message("clusterManagement.synchronization"),
          cell: (node) => {
            const { configSyncStatus, configSyncTimestamp, consoleRole } = node.adminConsoleInfo ?? {};
            return (
              <>
                {isReached(node) ? <ReplicationLabel status={configSyncStatus} /> : <Unreachable />}
                {consoleRole === "PASSIVE" && (
                  <Beside message={message("clusterManagement.synchronized")} moment={configSyncTimestamp} />
                )}
              </>
            );
          },
        },
      ]}
    />
  );
}

/** The common parts of all node tables, with their own columns after address and index. A cell may be undefined. */
function NodesBy({ nodes, here, mayRemove, label, columns }: TableProps & { columns: readonly Column<Node>[] }) {
  const all: Column<Node>[] = [
    { head: message("nodes.index"), cell: ({ index }) => index },
    ...columns,
    { head: message("clusterManagement.version"), cell: (node) => <Version node={node} here={here} /> },
    { head: message("nodes.group"), cell: ({ nodeGroup }) => nodeGroup || undefined },
    { head: message("nodes.tags"), cell: ({ nodeTags }) => nodeTags || undefined },
  ];
  return (
    <div className="hanse-cluster__table">
      <DataTable
        aria-label={label}
        gridBreakPoint="grid-xl"
        rows={nodes}
        keyOf={({ index }) => index}
        columns={[
          {
            head: message("nodes.address"),
            isName: true,
            cell: (node) => (
              <>
                {node.address}
                {node === here && (
                  <span className="hanse-cluster__beside">
                    <FormattedMessage id="clusterManagement.here" />
                  </span>
                )}
              </>
            ),
          },
          ...all.map((column) => ({
            ...column,
            // In the list layout, an empty cell is left out.
            className: (node: Node) => (column.cell(node) === undefined ? "hanse-cluster__empty" : ""),
            cell: (node: Node) => <div>{column.cell(node) ?? <FormattedMessage id="clusterManagement.nothing" />}</div>,
          })),
        ]}
        below={(node) => (hasTrouble(node) ? <Trouble node={node} mayRemove={mayRemove} /> : undefined)}
        belowClassName="hanse-cluster__trouble"
      />
    </div>
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

const hasTrouble = (node: Node) => !isReached(node) || Boolean(node.replicationFailure);

/** The reason of a failure, or the last heartbeat of an unreachable node. */
function Trouble({ node, mayRemove }: { node: Node; mayRemove: boolean }) {
  const show = useTimestamp();
  if (isReached(node)) return node.replicationFailure;
  return (
    <>
      <FormattedMessage id="clusterManagement.lastSeen" values={{ moment: show(node.lastHeartbeat) }} />{" "}
      {mayRemove && <RemoveNode node={node} />}
    </>
  );
}

function Version({ node, here }: { node: Node; here: Node | undefined }) {
  if (!hasOtherVersion(node, here)) return node.version;
  return (
    <Label isCompact variant="outline" status="warning">
      {node.version}
    </Label>
  );
}

/** The button that removes an unreachable node, after a confirmation. */
function RemoveNode({ node: { index, address, lastHeartbeat } }: { node: Node }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const show = useTimestamp();
  const [isConfirming, setConfirming] = useState(false);
  const removal = useMutation({
    mutationFn: () => removeNode(index),
    onMutate: () => messages.clearErrors(),
    onSuccess: () => {
      setConfirming(false);
      messages.success(intl.formatMessage({ id: "clusterManagement.removed" }, { address }));
    },
    // The node may be running again, or another administrator may have removed it.
    onSettled: () => {
      for (const { queryKey } of [statusQuery, consoleInfoQuery]) void client.invalidateQueries({ queryKey });
    },
  });
  const close = () => {
    setConfirming(false);
    removal.reset();
  };
  return (
    <>
      <Button
        variant="link"
        isInline
        aria-label={intl.formatMessage({ id: "clusterManagement.removeLabel" }, { address })}
        onClick={() => setConfirming(true)}
      >
        <FormattedMessage id="clusterManagement.remove" />
      </Button>
      {isConfirming && (
        <WarningDialog
          title={<FormattedMessage id="clusterManagement.removeTitle" values={{ address }} />}
          confirmLabel={<FormattedMessage id="clusterManagement.remove" />}
          isPending={removal.isPending}
          error={removal.error}
          onConfirm={() => removal.mutate()}
          onClose={close}
        >
          <p>
            <FormattedMessage id="clusterManagement.removeBody" values={{ moment: show(lastHeartbeat) }} />
          </p>
          <p>{intl.formatMessage({ id: "clusterManagement.removeReturns" })}</p>
        </WarningDialog>
      )}
    </>
  );
}
