import { FormattedMessage } from "react-intl";
import { message } from "../../messages.ts";
import { FINISH_STEPS, type Progress } from "./finish.ts";
import { finishStepText } from "./finishText.ts";
import { Panel } from "./Panel.tsx";
import { ProgressList } from "./ProgressList.tsx";

/** Finish at work. The list changes in place; a line below it is what a screen reader hears. */
export function Finishing({ progress }: { progress: Progress }) {
  const running = FINISH_STEPS.find((step) => progress[step] === "running");
  const over = progress.signIn === "done";
  return (
    <Panel title={message("setup.finishing")} intro={<FormattedMessage id="setup.finishingIntro" />} actions={null}>
      <ProgressList steps={FINISH_STEPS} progress={progress} />
      <p className={over ? "" : "pf-v6-screen-reader"} aria-live="polite">
        {running && (
          <FormattedMessage
            id="setup.running"
            values={{
              step: FINISH_STEPS.indexOf(running) + 1,
              steps: FINISH_STEPS.length,
              what: <FormattedMessage {...finishStepText[running]} key="what" />,
            }}
          />
        )}
        {over && <FormattedMessage id="setup.opening" />}
      </p>
    </Panel>
  );
}
