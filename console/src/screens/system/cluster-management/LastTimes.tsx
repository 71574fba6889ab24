import { FormattedMessage } from "react-intl";
import { message } from "../../../messages.ts";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { Fact, Facts } from "../../../platform/ui/Facts.tsx";

interface LastTimesProps {
  modified: string | null | undefined;
  replicated: string | null | undefined;
  /** The last synchronization of passive consoles; only if there are several consoles. */
  synchronized?: { moment: string | null | undefined } | undefined;
}

/** The times of the last events. */
export function LastTimes({ modified, replicated, synchronized }: LastTimesProps) {
  return (
    <Facts className="hanse-cluster__facts">
      <Fact term={message("clusterManagement.lastModified")}>
        <Moment moment={modified} />
      </Fact>
      <Fact term={message("clusterManagement.lastReplicated")}>
        <Moment moment={replicated} />
      </Fact>
      <Fact term={message("clusterManagement.lastSynchronized")}>
        {synchronized && <Moment moment={synchronized.moment} />}
      </Fact>
    </Facts>
  );
}

/** The formatted time, or a text that says never. */
export function Moment({ moment }: { moment: string | null | undefined }) {
  const show = useTimestamp();
  if (!moment) return <FormattedMessage id="clusterManagement.never" />;
  return <time dateTime={moment}>{show(moment)}</time>;
}
