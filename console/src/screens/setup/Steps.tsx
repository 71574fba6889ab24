import { WizardNav, WizardNavItem } from "@patternfly/react-core";
import CheckIcon from "@patternfly/react-icons/dist/esm/icons/check-icon";
import { useEffect } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { STEPS } from "./draft.ts";

interface StepsProps {
  /** Index of the step that is shown. */
  current: number;
  /** On a narrow screen, whether the list is open. */
  isExpanded: boolean;
  /** Undefined while nothing can be gone back to. */
  onSelect: ((step: number) => void) | undefined;
}

/** The steps, and the way back: a step that was passed can be clicked, one that is still to come cannot. */
export function Steps({ current, isExpanded, onSelect }: StepsProps) {
  const intl = useIntl();
  useEffect(() => {
    // On a narrow screen a button opens the list. PatternFly gives it an English label that cannot be set; without it, the
    // button is called what it shows, the number and name of the step.
    document.querySelector(".pf-v6-c-wizard__toggle")?.removeAttribute("aria-label");
  }, []);
  return (
    <WizardNav aria-label={intl.formatMessage({ id: "setup.steps" })} isExpanded={isExpanded}>
      {STEPS.map((step, index) => (
        <WizardNavItem
          key={step}
          stepIndex={index + 1}
          isCurrent={index === current}
          isDisabled={index > current || (index < current && !onSelect)}
          onClick={() => index < current && onSelect?.(index)}
          content={
            <>
              <FormattedMessage id={`setup.${step}`} />
              {index < current && (
                <>
                  <CheckIcon className="hanse-setup__passed" />
                  <span className="pf-v6-screen-reader">
                    <FormattedMessage id="setup.stepDone" />
                  </span>
                </>
              )}
            </>
          }
        />
      ))}
    </WizardNav>
  );
}
