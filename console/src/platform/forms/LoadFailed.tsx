import { Button } from "@patternfly/react-core";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { ApiError, isUnreachable } from "../api/errors.ts";
import { Alert } from "../ui/Alert.tsx";
import { RequestId } from "../ui/RequestId.tsx";

/** Shown instead of content that could not be loaded, with a button that tries again. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const intl = useIntl();
  // A missing permission does not go away with another try.
  const isForbidden = error instanceof ApiError && error.status === 403;
  return (
    <Problem
      title={intl.formatMessage(isForbidden ? message("forms.notForYou") : message("forms.loadFailed"))}
      findings={[messageOf(error, intl)]}
      requestId={requestIdOf(error)}
      action={
        isForbidden ? undefined : (
          <Button variant="link" isInline onClick={onRetry}>
            <FormattedMessage id="forms.tryAgain" />
          </Button>
        )
      }
    />
  );
}

interface PartFailedProps {
  /** By default, a text that loading failed. */
  title?: ReactNode;
  error: unknown;
  /** Absent if another try would fail again. */
  onRetry?: (() => void) | undefined;
}

/** Shown instead of a part that could not be loaded; the rest of the page keeps working and keeps the focus. */
export function PartFailed({ title, error, onRetry }: PartFailedProps) {
  const intl = useIntl();
  return (
    <div role="alert">
      <Alert
        variant="danger"
        title={title ?? <FormattedMessage id="forms.partFailed" />}
        actionLinks={
          onRetry && (
            <Button variant="link" isInline onClick={onRetry}>
              <FormattedMessage id="forms.tryAgain" />
            </Button>
          )
        }
      >
        <p>{messageOf(error, intl)}</p>
        <RequestId id={requestIdOf(error)} />
      </Alert>
    </div>
  );
}

/** The reason of a failure. A string is a text for users; exceptions of libraries appear in the browser's console only. */
export function messageOf(error: unknown, intl: IntlShape): string {
  if (typeof error === "string") return error;
  if (isUnreachable(error)) return intl.formatMessage({ id: "ui.noAnswer" });
  if (error instanceof ApiError && error.isUnexplained) {
    return intl.formatMessage({ id: "ui.unexplained" }, { status: error.status });
  }
  return error instanceof ApiError ? error.message : intl.formatMessage({ id: "ui.exception" });
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}

/** One finding as text, with a link to its field, if there is one. */
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

/** The errors, above a form or instead of it. The summary takes the focus when it appears, so that nobody misses it. */
export function Problem({ title, findings, requestId, action }: ProblemProps) {
  const element = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new set of findings takes the focus again.
  useEffect(() => element.current?.focus(), [findings]);
  return (
    <div ref={element} tabIndex={-1} role="alert" className="hanse-problem">
      <Alert variant="danger" component="h2" title={title} actionLinks={action}>
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
    event.preventDefault(); // Prevents the link from changing the page's URL.
    document.getElementById(fieldId ?? "")?.focus();
  }
  return (
    <a href={`#${fieldId}`} onClick={goToField}>
      {text}
    </a>
  );
}
