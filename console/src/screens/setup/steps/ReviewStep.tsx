import { Button } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { LicenceInfo } from "../../../api/setup.ts";
import type { Message } from "../../../catalogue.ts";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import { type LicenceChoice, STEPS, type Step } from "../draft.ts";
import type { Plan } from "../finish.ts";
import { setupText as text } from "../text.ts";

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
      <Line term={text.baseUrlLabel} step="baseUrl" onChange={onChange}>
        {plan.baseUrl}
      </Line>
      <Line term={text.pingOneChoice} step="pingOne" onChange={onChange}>
        {plan.connection ? (
          <FormattedMessage {...text.pingOneConnects} values={{ organization: plan.connection.name }} />
        ) : (
          <FormattedMessage {...text.pingOneNo} />
        )}
      </Line>
      <Line term={text.license} step="license" onChange={onChange}>
        <LicenceLine choice={choice} current={current} />
      </Line>
      <Line term={text.reviewAccount} step="administrator" onChange={onChange}>
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
        aria-label={intl.formatMessage(text.changeWhat, { what: intl.formatMessage(term) })}
        onClick={() => onChange(STEPS.indexOf(step))}
      >
        <FormattedMessage {...text.change} />
      </Button>
    </Fact>
  );
}

function LicenceLine({ choice, current }: Pick<ReviewStepProps, "choice" | "current">) {
  if (choice.kind !== "valid") return <FormattedMessage {...text.licenseStays} values={{ name: current?.name }} />;
  const { file, licence } = choice;
  return licence ? (
    <FormattedMessage {...text.licenseFile} values={{ name: licence.name, file }} />
  ) : (
    <FormattedMessage {...text.licenseFileOnly} values={{ file }} />
  );
}
