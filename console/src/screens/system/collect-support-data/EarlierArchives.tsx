import { ExpandableSection } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../platform/ui/table/Table.tsx";
import { ArchiveActions } from "./ArchiveActions.tsx";
import type { Archive, Node } from "./api.ts";
import { StatusCell } from "./StatusCell.tsx";

const COLUMNS = [
  message("nodes.index"),
  message("nodes.address"),
  message("supportData.status"),
  message("supportData.link"),
];

/** The archives that are there to be had and are not the newest of a node above; those of nodes that are gone, too. */
export function earlierOf(archives: readonly Archive[], nodes: readonly Node[]): readonly Archive[] {
  const newest = new Set(nodes.map(({ index }) => archives.find(({ nodeIndex }) => nodeIndex === index)?.archiveId));
  return archives.filter(({ archiveId, status }) => status === "COMPLETED" && !newest.has(archiveId));
}

interface EarlierArchivesProps {
  archives: readonly Archive[];
  mayDownload: boolean;
}

export function EarlierArchives({ archives, mayDownload }: EarlierArchivesProps) {
  const intl = useIntl();
  const [isOpen, setOpen] = useState(false);
  if (archives.length === 0) return null;
  const label = (column: (typeof COLUMNS)[number]) => intl.formatMessage(column);
  return (
    <ExpandableSection
      toggleText={intl.formatMessage({ id: "supportData.earlier" }, { count: archives.length })}
      isExpanded={isOpen}
      onToggle={(_, next) => setOpen(next)}
    >
      <Table aria-label={intl.formatMessage({ id: "supportData.earlier" }, { count: archives.length })}>
        <Thead>
          <Tr>
            {COLUMNS.map((column) => (
              <Th key={column.id}>
                <FormattedMessage {...column} />
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {archives.map((archive) => (
            <Tr key={archive.archiveId}>
              <Td dataLabel={label(message("nodes.index"))}>{archive.nodeIndex}</Td>
              <Td dataLabel={label(message("nodes.address"))} className="hanse-support__address">
                {archive.address}
              </Td>
              <Td dataLabel={label(message("supportData.status"))}>
                <StatusCell archive={archive} />
              </Td>
              <Td dataLabel={label(message("supportData.link"))}>
                {mayDownload ? <ArchiveActions archive={archive} /> : "–"}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      <p className="hanse-form__reason">
        <FormattedMessage id="supportData.earlierHelp" />
      </p>
    </ExpandableSection>
  );
}
