import { FormattedMessage } from "react-intl";
import { useTimestamp } from "../../../app/useTimestamp.ts";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import { clusterManagementText as text } from "./text.ts";

interface LastTimesProps {
  modified: string | null | undefined;
  replicated: string | null | undefined;
  /** Of the passive consoles; only where there are several. */
  synchronized?: { moment: string | null | undefined } | undefined;
}

/** When what happened last. */
export function LastTimes({ modified, replicated, synchronized }: LastTimesProps) {
  return (
    <Facts className="hanse-cluster__facts">
      <Fact term={text.lastModified}>
        <Moment moment={modified} />
      </Fact>
      <Fact term={text.lastReplicated}>
        <Moment moment={replicated} />
      </Fact>
      <Fact term={text.lastSynchronized}>{synchronized && <Moment moment={synchronized.moment} />}</Fact>
    </Facts>
  );
}

/** A moment for reading, or that there never was one. */
export function Moment({ moment }: { moment: string | null | undefined }) {
  const show = useTimestamp();
  if (!moment) return <FormattedMessage {...text.never} />;
  return <time dateTime={moment}>{show(moment)}</time>;
}
