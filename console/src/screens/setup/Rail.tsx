import CheckIcon from "@patternfly/react-icons/dist/esm/icons/check-icon";
import { FormattedMessage, useIntl } from "react-intl";
import { STEPS } from "./draft.ts";

interface RailProps {
  /** Index of the step that is shown. */
  current: number;
  /** Undefined while nothing can be gone back to. */
  onSelect: ((step: number) => void) | undefined;
}

/** Where one is, and the way back: a step that was passed can be clicked, one that is still to come cannot. */
export function Rail({ current, onSelect }: RailProps) {
  const intl = useIntl();
  return (
    <nav className="hanse-setup__rail" aria-label={intl.formatMessage({ id: "setup.steps" })}>
      <ol>
        {STEPS.map((step, index) => {
          const content = (
            <>
              <span className="hanse-setup__number" aria-hidden="true">
                {index < current ? <CheckIcon /> : index + 1}
              </span>
              <span className="hanse-setup__label">
                <FormattedMessage id={`setup.${step}`} />
              </span>
            </>
          );
          return (
            <li key={step} data-state={stateOf(index, current)} aria-current={index === current ? "step" : undefined}>
              {index < current && onSelect ? (
                <button type="button" onClick={() => onSelect(index)}>
                  {content}
                  <span className="pf-v6-screen-reader">
                    <FormattedMessage id="setup.stepDone" />
                  </span>
                </button>
              ) : (
                <div>{content}</div>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function stateOf(index: number, current: number): "done" | "current" | "ahead" {
  if (index === current) return "current";
  return index < current ? "done" : "ahead";
}
