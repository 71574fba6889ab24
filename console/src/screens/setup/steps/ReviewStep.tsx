import { Button } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { Fact, Facts } from "../../../platform/ui/Facts.tsx";
import type { LicenceInfo } from "../api.ts";
import { type LicenceChoice, STEPS, type Step } from "../draft.ts";
import type { Plan } from "../finish.ts";

interface ReviewStepProps {
  plan: Plan;
  choice: LicenceChoice;
  current: LicenceInfo | undefined;
  /** Goes back to the step with this index. */
  onChange: (step: number) => void;
}

/** What Finish will do, read-only, each line with the way back to where it was chosen. */
export function ReviewStep({ plan, choice, current, onChange }: ReviewStepProps) {
  return (
    <Facts isCompact={false} className="hanse-setup__review">
      <Line term={message("setup.baseUrlLabel")} step="baseUrl" onChange={onChange}>
        {plan.baseUrl}
      </Line>
      <Line term={message("setup.pingOneChoice")} step="pingOne" onChange={onChange}>
        {plan.connection ? (
          <FormattedMessage id="setup.pingOneConnects" values={{ organization: plan.connection.name }} />
        ) : (
          <FormattedMessage id="setup.pingOneNo" />
        )}
      </Line>
      <Line term={message("setup.license")} step="license" onChange={onChange}>
        <LicenceLine choice={choice} current={current} />
      </Line>
      <Line term={message("setup.reviewAccount")} step="administrator" onChange={onChange}>
        {plan.account.username}
      </Line>
    </Facts>
  );
}

interface LineProps {
  term: Message;
  step: Step;
  onChange: (step: number) => void;
  children: ReactNode;
}

function Line({ term, step, onChange, children }: LineProps) {
  const intl = useIntl();
  return (
    <Fact term={term}>
      <span className="hanse-setup__value">{children}</span>
      <Button
        variant="link"
        isInline
        aria-label={intl.formatMessage({ id: "setup.changeWhat" }, { what: intl.formatMessage(term) })}
        onClick={() => onChange(STEPS.indexOf(step))}
      >
        <FormattedMessage id="setup.change" />
      </Button>
    </Fact>
  );
}

function LicenceLine({ choice, current }: Pick<ReviewStepProps, "choice" | "current">) {
  if (choice.kind !== "valid") return <FormattedMessage id="setup.licenseStays" values={{ name: current?.name }} />;
  const { file, licence } = choice;
  return licence ? (
    <FormattedMessage id="setup.licenseFile" values={{ name: licence.name, file }} />
  ) : (
    <FormattedMessage id="setup.licenseFileOnly" values={{ file }} />
  );
}
