/** The two screens on which the setup can end without success, each with Restart. */

import { Button, Icon, Spinner, Title } from "@patternfly/react-core";
import DoneIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import FailedIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import SkippedIcon from "@patternfly/react-icons/dist/esm/icons/minus-circle-icon";
import PendingIcon from "@patternfly/react-icons/dist/esm/icons/outlined-circle-icon";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { ApiError, isUnreachable } from "../../platform/api/errors.ts";
import { messageOf } from "../../platform/forms/LoadFailed.tsx";
import { RequestId } from "../../platform/ui/RequestId.tsx";
import {
  FINISH_STEPS,
  type FinishStep,
  finishFailureText,
  finishStepText,
  type Progress,
  type StepState,
} from "./finish.ts";
import { Panel } from "./Panel.tsx";

/** The error, with the step and progress if it occurred during Finish. */
export interface Failure {
  error: unknown;
  finish?: { step: FinishStep; progress: Progress };
}

export function Canceled({ product, onRestart }: { product: string; onRestart: () => void }) {
  return (
    <Panel
      title={message("setup.canceled")}
      intro={<FormattedMessage id="setup.canceledBody" values={{ product }} />}
      actions={<Restart />}
      onSubmit={onRestart}
    />
  );
}

export function LinkRequired({ product, onRestart }: { product: string; onRestart: () => void }) {
  const refused = cameByRefusedLink(window.location.search);
  return (
    <Panel
      title={refused ? message("setup.linkRefused") : message("setup.linkRequired")}
      intro={
        <FormattedMessage
          {...(refused ? message("setup.linkRefusedBody") : message("setup.linkRequiredBody"))}
          values={{ product }}
        />
      }
      actions={<Restart />}
      onSubmit={onRestart}
    />
  );
}

export function CouldNotConnect({ failure, onRestart }: { failure: Failure; onRestart: () => void }) {
  const { finish } = failure;
  return (
    <Panel
      title={message("setup.couldNotConnect")}
      above={
        <Icon status="danger" size="xl">
          <FailedIcon />
        </Icon>
      }
      intro={<FormattedMessage id="setup.couldNotConnectBody" />}
      actions={<Restart />}
      onSubmit={onRestart}
    >
      <section className="hanse-setup__failure" aria-labelledby="what-happened">
        <Title headingLevel="h3" size="md" id="what-happened">
          <FormattedMessage id="setup.details" />
        </Title>
        {finish && (
          <p className="hanse-setup__cause">
            <FormattedMessage {...finishFailureText[finish.step]} />
          </p>
        )}
        <Cause error={failure.error} />
      </section>
      {finish && <ProgressList steps={FINISH_STEPS} progress={finish.progress} />}
      <p className="hanse-setup__hint">
        <FormattedMessage id="setup.restartHint" />
      </p>
    </Panel>
  );
}

/** The address to which the server redirects invalid or used setup links (hanse.admin.setup.wizard). */
function cameByRefusedLink(search: string): boolean {
  return new URLSearchParams(search).get("setupLink") === "refused";
}

function Restart() {
  return (
    <Button type="submit">
      <FormattedMessage id="setup.restart" />
    </Button>
  );
}

function Cause({ error }: { error: unknown }) {
  const intl = useIntl();
  if (isUnreachable(error)) return <FormattedMessage tagName="p" id="setup.noAnswer" />;
  const { validationErrors, requestId } = error instanceof ApiError ? error : { validationErrors: [], requestId: "" };
  return (
    <>
      <p>{messageOf(error, intl)}</p>
      {validationErrors.length > 0 && (
        <ul>
          {validationErrors.map(({ message, fieldPath }) => (
            <li key={`${fieldPath} ${message}`}>
              {message} {fieldPath && <code>{fieldPath}</code>}
            </li>
          ))}
        </ul>
      )}
      <RequestId id={requestId || undefined} />
    </>
  );
}

const STATE_TEXT = {
  pending: message("setup.pending"),
  running: message("setup.inProgress"),
  done: message("setup.done"),
  skipped: message("setup.skipped"),
  failed: message("setup.failed"),
};

/** The steps of Finish, each with its status as an icon and a word. */
export function ProgressList({ steps, progress }: { steps: readonly FinishStep[]; progress: Progress }) {
  return (
    <ol className="hanse-setup__progress">
      {steps.map((step) => (
        <li key={step} data-state={progress[step]}>
          <StateIcon state={progress[step]} />
          <span>
            <FormattedMessage {...finishStepText[step]} />
          </span>
          <small>
            <FormattedMessage {...STATE_TEXT[progress[step]]} />
          </small>
        </li>
      ))}
    </ol>
  );
}

const ICONS = {
  done: { status: "success", children: <DoneIcon /> },
  failed: { status: "danger", children: <FailedIcon /> },
  skipped: { children: <SkippedIcon /> },
  pending: { children: <PendingIcon /> },
} as const;

function StateIcon({ state }: { state: StepState }) {
  const intl = useIntl();
  if (state !== "running") return <Icon {...ICONS[state]} />;
  return <Spinner size="md" aria-valuetext={intl.formatMessage({ id: "setup.inProgress" })} />;
}
