import { Checkbox } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { RoleName } from "../../../features/nodes/RoleName.tsx";
import { message } from "../../../messages.ts";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import { ArchiveActions } from "./ArchiveActions.tsx";
import type { Archive, Node } from "./api.ts";
import { StatusCell } from "./StatusCell.tsx";

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
  // The newest come first.
  const newestOf = (node: Node) => archives.find(({ nodeIndex }) => nodeIndex === node.index);
  const toggle = (index: number, isOn: boolean) =>
    onSelect(all.filter((one) => (one === index ? isOn : selected?.includes(one))));

  return (
    <div>
      <DataTable
        aria-labelledby="support-nodes"
        rows={nodes}
        keyOf={({ index }) => index}
        columns={[
          selected && {
            head: message("supportData.selectAll"),
            className: "hanse-support__check",
            control: (
              <>
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
              </>
            ),
            cell: ({ index }) => (
              <Checkbox
                id={`support-node-${index}`}
                aria-label={intl.formatMessage({ id: "supportData.select" }, { index })}
                isChecked={selected.includes(index)}
                onChange={(_, isOn) => toggle(index, isOn)}
              />
            ),
          },
          {
            head: message("nodes.role"),
            cell: (node) => <RoleName node={{ mode: node.role }} />,
            className: "hanse-support__role",
          },
          { head: message("nodes.index"), cell: ({ index }) => index },
          {
            head: message("nodes.address"),
            className: "hanse-support__address",
            cell: ({ address, running }) => (
              <>
                {address}
                {!running && (
                  <span className="hanse-support__unreachable">
                    <FormattedMessage id="nodes.unreachable" />
                  </span>
                )}
              </>
            ),
          },
          { head: message("supportData.status"), cell: (node) => <StatusCell archive={newestOf(node)} /> },
          {
            head: message("supportData.link"),
            cell: (node) => {
              const archive = newestOf(node);
              return archive?.status === "COMPLETED" && mayDownload ? <ArchiveActions archive={archive} /> : "–";
            },
          },
        ]}
      />
      {error && <FieldHelp id="support-nodes-error" error={error} />}
    </div>
  );
}
