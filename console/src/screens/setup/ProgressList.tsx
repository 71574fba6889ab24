import { Icon, Spinner } from "@patternfly/react-core";
import DoneIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import FailedIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import SkippedIcon from "@patternfly/react-icons/dist/esm/icons/minus-circle-icon";
import PendingIcon from "@patternfly/react-icons/dist/esm/icons/outlined-circle-icon";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import type { FinishStep, Progress, StepState } from "./finish.ts";
import { finishStepText } from "./finishText.ts";

const STATE_TEXT = {
  pending: message("setup.pending"),
  running: message("setup.inProgress"),
  done: message("setup.done"),
  skipped: message("setup.skipped"),
  failed: message("setup.failed"),
};

/** The steps of Finish, each with what has become of it, in an icon and a word. */
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
