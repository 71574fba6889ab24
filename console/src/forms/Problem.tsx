import { Alert } from "@patternfly/react-core";
import { type ReactNode, useEffect, useRef } from "react";
import { RequestId } from "../ui/RequestId.tsx";

interface ProblemProps {
  title: string;
  /** In words, one for each finding. */
  findings: readonly string[];
  requestId: string | undefined;
  action?: ReactNode;
}

/** What went wrong, above a form or instead of it. It takes the focus when it appears, so that nobody misses it. */
export function Problem({ title, findings, requestId, action }: ProblemProps) {
  const element = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new set of findings takes the focus again.
  useEffect(() => element.current?.focus(), [findings]);
  return (
    <div ref={element} tabIndex={-1} role="alert" className="hanse-problem">
      <Alert variant="danger" isInline component="h2" title={title} actionLinks={action}>
        {findings.length > 0 && (
          <ul>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        )}
        <RequestId id={requestId} />
      </Alert>
    </div>
  );
}
