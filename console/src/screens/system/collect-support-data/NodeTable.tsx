import { Button, Checkbox, Label } from "@patternfly/react-core";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import ExclamationCircleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import InProgressIcon from "@patternfly/react-icons/dist/esm/icons/in-progress-icon";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { RoleName } from "../../../features/nodes/labels.tsx";
import { message } from "../../../messages.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import { saveFile } from "../../../platform/ui/saveFile.ts";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import { type Archive, archivesQuery, deleteArchive, type Node, readArchive } from "./form.ts";

const WarningDialog = lazy(async () => ({
  default: (await import("../../../platform/forms/dialog/WarningDialog.tsx")).WarningDialog,
}));

interface NodeTableProps {
  nodes: readonly Node[];
  archives: readonly Archive[];
  /** The selected indexes; undefined if nothing can be selected, for a single node or for readers. */
  selected: readonly number[] | undefined;
  onSelect: (selected: number[]) => void;
  mayDownload: boolean;
  error: string | undefined;
}

/** The nodes with their newest archives and, in a cluster, checkboxes that select the nodes. */
export function NodeTable({ nodes, archives, selected, onSelect, mayDownload, error }: NodeTableProps) {
  const intl = useIntl();
  const all = nodes.map(({ index }) => index);
  const isAll = selected !== undefined && selected.length === all.length;
  // The newest archives come first.
  const newestOf = (node: Node) => archives.find(({ nodeIndex }) => nodeIndex === String(node.index));
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
                  // Indeterminate if only some are selected.
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
                  <span className="hanse-support__unreachable">{intl.formatMessage({ id: "nodes.unreachable" })}</span>
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

const LOOKS = {
  IN_PROGRESS: { color: "blue", icon: <InProgressIcon /> },
  COMPLETED: { status: "success", icon: <CheckCircleIcon /> },
  FAILED: { status: "danger", icon: <ExclamationCircleIcon /> },
} as const;

const isKnown = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status);

/** The status of a node's archive: icon and word, with its current step, its size and date, or an error. */
export function StatusCell({ archive }: { archive: Archive | undefined }) {
  const show = useTimestamp();
  if (archive === undefined) {
    return (
      <span className="hanse-support__none">
        <FormattedMessage id="supportData.notCollected" />
      </span>
    );
  }
  const [bytes, unit] = sizeOf(archive.size ?? 0);
  return (
    <div className="hanse-support__status">
      {isKnown(archive.status) ? (
        <Label isCompact {...LOOKS[archive.status]}>
          <FormattedMessage id={`supportData.${archive.status}`} />
        </Label>
      ) : (
        archive.status
      )}
      {archive.status === "COMPLETED" ? (
        <>
          <span className="hanse-support__detail">
            <FormattedNumber value={bytes} style="unit" unit={unit} maximumFractionDigits={1} />
          </span>
          {archive.finished && <span className="hanse-support__detail">{show(archive.finished)}</span>}
        </>
      ) : (
        <span className="hanse-support__detail">{archive.step ?? archive.reason}</span>
      )}
    </div>
  );
}

/** A size in a readable unit. */
export function sizeOf(bytes: number): [number, "byte" | "kilobyte" | "megabyte" | "gigabyte"] {
  if (bytes < 1000) return [bytes, "byte"];
  if (bytes < 1e6) return [bytes / 1e3, "kilobyte"];
  return bytes < 1e9 ? [bytes / 1e6, "megabyte"] : [bytes / 1e9, "gigabyte"];
}

/** The actions on a complete archive: download, and delete after a confirmation. */
export function ArchiveActions({ archive }: { archive: Archive }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const show = useTimestamp();
  const [isConfirming, setConfirming] = useState(false);
  const deletion = useMutation({
    mutationFn: () => deleteArchive(archive.archiveId),
    onMutate: () => messages.clearErrors(),
    onSuccess: () => messages.success(intl.formatMessage({ id: "supportData.deleted" }, { index: archive.nodeIndex })),
    onSettled: () => client.invalidateQueries({ queryKey: archivesQuery.queryKey }),
  });
  const close = () => {
    setConfirming(false);
    deletion.reset();
  };
  return (
    <div className="hanse-support__actions">
      <Download archive={archive} />
      <Button
        variant="link"
        isInline
        isDanger
        aria-label={intl.formatMessage({ id: "supportData.deleteOf" }, { index: archive.nodeIndex })}
        onClick={() => setConfirming(true)}
      >
        <FormattedMessage id="supportData.delete" />
      </Button>
      {isConfirming && (
        <Suspense>
          <WarningDialog
            title={<FormattedMessage id="supportData.deleteTitle" values={{ index: archive.nodeIndex }} />}
            confirmLabel={<FormattedMessage id="supportData.deleteConfirm" />}
            isPending={deletion.isPending}
            error={deletion.error}
            onConfirm={() => deletion.mutate()}
            onClose={close}
          >
            <p>
              <FormattedMessage
                id="supportData.deleteBody"
                values={{ moment: show(archive.finished ?? archive.requested) }}
              />
            </p>
          </WarningDialog>
        </Suspense>
      )}
    </div>
  );
}

/** Fetches an archive with the console's token, which a link cannot send, and lets the browser save it. */
function Download({ archive }: { archive: Archive }) {
  const intl = useIntl();
  const messages = useMessages();
  const [loading, setLoading] = useState(false);

  async function download() {
    setLoading(true);
    try {
      const { name, content } = await readArchive(archive.archiveId);
      saveFile(name, content);
    } catch (error) {
      messages.error(error);
    } finally {
      setLoading(false);
    }
  }

  return (
    <Button
      variant="link"
      isInline
      isLoading={loading}
      isAriaDisabled={loading}
      aria-label={intl.formatMessage({ id: "supportData.downloadOf" }, { index: archive.nodeIndex })}
      onClick={() => void download()}
    >
      <FormattedMessage id="supportData.download" />
    </Button>
  );
}
