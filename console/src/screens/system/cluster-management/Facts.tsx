import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { useTimestamp } from "../../../app/useTimestamp.ts";
import type { Message } from "../../../catalogue.ts";
import { clusterManagementText as text } from "./text.ts";

interface FactsProps {
  modified: string | null | undefined;
  replicated: string | null | undefined;
  /** Of the passive consoles; only where there are several. */
  synchronized?: { moment: string | null | undefined } | undefined;
}

/** When what happened last. */
export function Facts({ modified, replicated, synchronized }: FactsProps) {
  return (
    <DescriptionList className="hanse-cluster__facts" isCompact>
      <Fact term={text.lastModified} moment={modified} />
      <Fact term={text.lastReplicated} moment={replicated} />
      {synchronized && <Fact term={text.lastSynchronized} moment={synchronized.moment} />}
    </DescriptionList>
  );
}

function Fact({ term, moment }: { term: Message; moment: string | null | undefined }) {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>
        <FormattedMessage {...term} />
      </DescriptionListTerm>
      <DescriptionListDescription>
        <Moment moment={moment} />
      </DescriptionListDescription>
    </DescriptionListGroup>
  );
}

/** A moment for reading, or that there never was one. */
export function Moment({ moment }: { moment: string | null | undefined }) {
  const show = useTimestamp();
  if (!moment) return <FormattedMessage {...text.never} />;
  return <time dateTime={moment}>{show(moment)}</time>;
}
