import { Button } from "@patternfly/react-core";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { ApiError, isUnreachable } from "../api/errors.ts";
import { Alert } from "../ui/Alert.tsx";
import { RequestId } from "../ui/RequestId.tsx";

/** In place of what could not be loaded, with a way to load it again. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const intl = useIntl();
  // What an account may not see stays so, however often it is loaded.
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
  /** By default, that it could not be loaded. */
  title?: ReactNode;
  error: unknown;
  /** Nothing where the same would fail again. */
  onRetry?: (() => void) | undefined;
}

/** In place of a part that could not be loaded; the rest of the page goes on and keeps the focus. */
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

/** What a failure says, in words. */
export function messageOf(error: unknown, intl: IntlShape): string {
  if (isUnreachable(error)) return intl.formatMessage({ id: "ui.noAnswer" });
  if (error instanceof ApiError && error.isUnexplained) {
    return intl.formatMessage({ id: "ui.unexplained" }, { status: error.status });
  }
  return error instanceof Error ? error.message : String(error);
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}

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
    event.preventDefault(); // The address is of the page, and stays it.
    document.getElementById(fieldId ?? "")?.focus();
  }
  return (
    <a href={`#${fieldId}`} onClick={goToField}>
      {text}
    </a>
  );
}
