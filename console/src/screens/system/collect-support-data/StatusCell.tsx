import { Label } from "@patternfly/react-core";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import ExclamationCircleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import InProgressIcon from "@patternfly/react-icons/dist/esm/icons/in-progress-icon";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import type { Archive } from "./api.ts";

/** How a node's archive stands: icon and word, and beside it what the node is at, how large it is and since when it is there, or why it failed. */
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
      {archive.status === "IN_PROGRESS" && (
        <Label isCompact color="blue" icon={<InProgressIcon />}>
          <FormattedMessage id="supportData.IN_PROGRESS" />
        </Label>
      )}
      {archive.status === "COMPLETED" && (
        <Label isCompact status="success" icon={<CheckCircleIcon />}>
          <FormattedMessage id="supportData.COMPLETED" />
        </Label>
      )}
      {archive.status === "FAILED" && (
        <Label isCompact status="danger" icon={<ExclamationCircleIcon />}>
          <FormattedMessage id="supportData.FAILED" />
        </Label>
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

/** A size in the unit in which it is easy to read. */
export function sizeOf(bytes: number): [number, "byte" | "kilobyte" | "megabyte" | "gigabyte"] {
  if (bytes < 1000) return [bytes, "byte"];
  if (bytes < 1e6) return [bytes / 1e3, "kilobyte"];
  return bytes < 1e9 ? [bytes / 1e6, "megabyte"] : [bytes / 1e9, "gigabyte"];
}
