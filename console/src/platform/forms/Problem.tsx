import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Alert } from "../ui/Alert.tsx";
import { RequestId } from "../ui/RequestId.tsx";

/** One thing that is wrong, in words; with a link to the field that it is about, if there is one. */
export interface Finding {
  text: string;
  fieldId?: string | undefined;
}

interface ProblemProps {
  title: string;
  findings: readonly (string | Finding)[];
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
            {findings
              .map((finding) => (typeof finding === "string" ? { text: finding } : finding))
              .map((finding) => (
                <li key={finding.text}>
                  <FindingText {...finding} />
                </li>
              ))}
          </ul>
        )}
        <RequestId id={requestId} />
      </Alert>
    </div>
  );
}

function FindingText({ text, fieldId }: Finding) {
  if (fieldId === undefined) return text;
  function goToField(event: MouseEvent) {
    event.preventDefault(); // The address is of the page, and stays it.
    document.getElementById(fieldId ?? "")?.focus();
  }
  return (
    <a href={`#${fieldId}`} onClick={goToField}>
      {text}
    </a>
  );
}
