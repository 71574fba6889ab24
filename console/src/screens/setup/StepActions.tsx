import { Button } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import type { Message } from "../../messages.ts";

interface StepActionsProps {
  /** Undefined where there is no way back. */
  onBack: (() => void) | undefined;
  /** Why Next cannot be taken now; undefined when it can. */
  blocked: Message | undefined;
  waiting: boolean;
  next: Message;
}

/** Back and Next. A Next that cannot be taken says why, and can be reached by the keyboard to hear it. */
export function StepActions({ onBack, blocked, waiting, next }: StepActionsProps) {
  const intl = useIntl();
  return (
    <>
      {onBack && (
        <Button variant="secondary" onClick={onBack} isDisabled={waiting}>
          <FormattedMessage id="ui.back" />
        </Button>
      )}
      <p id="setup-blocked" className="hanse-setup__reason" aria-live="polite">
        {blocked && <FormattedMessage {...blocked} />}
      </p>
      <Button
        type="submit"
        isAriaDisabled={blocked !== undefined || waiting}
        aria-describedby={blocked ? "setup-blocked" : undefined}
        isLoading={waiting}
        spinnerAriaValueText={intl.formatMessage({ id: "setup.inProgress" })}
      >
        <FormattedMessage {...next} />
      </Button>
    </>
  );
}
