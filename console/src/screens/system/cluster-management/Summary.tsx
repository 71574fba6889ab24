import { Label } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import type { Node } from "./api.ts";
import { type Counts, countsOf } from "./view.ts";

const LOOKS = { away: "danger", failed: "danger", outOfDate: "warning", working: "info", other: "custom" } as const;
const KINDS = Object.keys(LOOKS) as (keyof Counts)[];

/** How many nodes there are, and how many of them somebody should look at. */
export function Summary({ nodes }: { nodes: readonly Node[] }) {
  const counts = countsOf(nodes);
  return (
    <p className="hanse-cluster__summary">
      <span>
        <FormattedMessage id="clusterManagement.summary" values={{ count: nodes.length }} />
      </span>
      {KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
        <Label key={kind} isCompact status={LOOKS[kind]}>
          <FormattedMessage id={`clusterManagement.${kind}`} values={{ count: counts[kind] }} />
        </Label>
      ))}
    </p>
  );
}
