import { Checkbox } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../platform/ui/table/Table.tsx";
import { ArchiveActions } from "./ArchiveActions.tsx";
import type { Archive, Node } from "./api.ts";
import { StatusCell } from "./StatusCell.tsx";

const COLUMNS = [
  message("nodes.role"),
  message("nodes.index"),
  message("nodes.address"),
  message("supportData.status"),
  message("supportData.link"),
];

interface NodeTableProps {
  nodes: readonly Node[];
  archives: readonly Archive[];
  /** The indexes that are selected; undefined where there is nothing to select: one node, or nothing to be changed. */
  selected: readonly number[] | undefined;
  onSelect: (selected: number[]) => void;
  mayDownload: boolean;
  error: string | undefined;
}

/** The nodes with their newest archives, and in a cluster which of them are to collect. */
export function NodeTable({ nodes, archives, selected, onSelect, mayDownload, error }: NodeTableProps) {
  const intl = useIntl();
  const all = nodes.map(({ index }) => index);
  const isAll = selected !== undefined && selected.length === all.length;
  const toggle = (index: number, isOn: boolean) =>
    onSelect(all.filter((one) => (one === index ? isOn : selected?.includes(one))));

  return (
    <div>
      <Table aria-labelledby="support-nodes">
        <Thead>
          <Tr>
            {selected && (
              <Td className="hanse-support__check">
                <Checkbox
                  id="support-all"
                  aria-label={intl.formatMessage({ id: "supportData.selectAll" })}
                  // Neither on nor off when some are selected.
                  isChecked={selected.length === 0 ? false : isAll || null}
                  onChange={() => onSelect(isAll ? [] : all)}
                />
                <label htmlFor="support-all" className="hanse-support__all">
                  <FormattedMessage id="supportData.selectAll" />
                </label>
              </Td>
            )}
            {COLUMNS.map((column) => (
              <Th key={column.id}>
                <FormattedMessage {...column} />
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {nodes.map((node) => {
            // The newest come first.
            const archive = archives.find(({ nodeIndex }) => nodeIndex === node.index);
            const label = (column: (typeof COLUMNS)[number]) => intl.formatMessage(column);
            return (
              <Tr key={node.index}>
                {selected && (
                  <Td className="hanse-support__check">
                    <Checkbox
                      id={`support-node-${node.index}`}
                      aria-label={intl.formatMessage({ id: "supportData.select" }, { index: node.index })}
                      isChecked={selected.includes(node.index)}
                      onChange={(_, isOn) => toggle(node.index, isOn)}
                    />
                  </Td>
                )}
                <Td dataLabel={label(message("nodes.role"))} className="hanse-support__role">
                  {roleOf(node, label)}
                </Td>
                <Td dataLabel={label(message("nodes.index"))}>{node.index}</Td>
                <Td dataLabel={label(message("nodes.address"))} className="hanse-support__address">
                  {node.address}
                  {!node.running && (
                    <span className="hanse-support__unreachable">
                      <FormattedMessage id="nodes.unreachable" />
                    </span>
                  )}
                </Td>
                <Td dataLabel={label(message("supportData.status"))}>
                  <StatusCell archive={archive} />
                </Td>
                <Td dataLabel={label(message("supportData.link"))}>
                  {archive?.status === "COMPLETED" && mayDownload ? <ArchiveActions archive={archive} /> : "–"}
                </Td>
              </Tr>
            );
          })}
        </Tbody>
      </Table>
      {error && <FieldHelp id="support-nodes-error" error={error} />}
    </div>
  );
}

function roleOf({ role }: Node, format: (message: (typeof COLUMNS)[number]) => string): string {
  switch (role) {
    case "STANDALONE":
    case "CLUSTERED_CONSOLE":
    case "CLUSTERED_ENGINE":
    case "CLUSTERED_DUAL":
      return format({ id: `nodes.${role}` });
    default:
      return role;
  }
}
