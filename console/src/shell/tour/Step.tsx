import { Button, Popover } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { useAnchor } from "./useAnchor.ts";

const NEXT_ID = "hanse-tour-next";

interface StepProps {
  anchor: string;
  number: number;
  count: number;
  title: Message;
  body: Message;
  isLast: boolean;
  onNext: () => void;
  onBack: (() => void) | undefined;
  onClose: () => void;
}

/** One step: a dialog beside what it speaks of, which follows it when the page scrolls or changes its size. */
export function Step({ anchor, number, count, title, body, isLast, onNext, onBack, onClose }: StepProps) {
  const intl = useIntl();
  const element = useAnchor(anchor);
  if (!element) return null;
  return (
    <Popover
      isVisible
      triggerRef={() => element}
      className="hanse-tour"
      position="bottom"
      distance={16}
      // Narrow enough to stand below any button of the masthead on a phone.
      minWidth="19rem"
      maxWidth="19rem"
      elementToFocus={`#${NEXT_ID}`}
      hideOnOutsideClick={false}
      closeBtnAriaLabel={intl.formatMessage({ id: "tour.close" })}
      // A click on what the step points at is no wish to end the tour.
      shouldClose={(event) => {
        if (!(event.target instanceof Node && element.contains(event.target))) onClose();
      }}
      aria-label={`${intl.formatMessage({ id: "tour.step" }, { number, count })} ${intl.formatMessage(title)}`}
      // All of it is the body: header and footer of a Popover are landmarks of the page, which has its own.
      bodyContent={
        <div className="hanse-tour__body">
          <p className="hanse-tour__number">
            <FormattedMessage id="tour.step" values={{ number, count }} />
          </p>
          <h2>
            <FormattedMessage {...title} />
          </h2>
          <p>
            <FormattedMessage {...body} />
          </p>
          <div className="hanse-tour__buttons">
            <Button id={NEXT_ID} size="sm" onClick={onNext}>
              <FormattedMessage {...(isLast ? message("tour.done") : message("ui.next"))} />
            </Button>
            {onBack && (
              <Button variant="link" size="sm" onClick={onBack}>
                <FormattedMessage id="ui.back" />
              </Button>
            )}
          </div>
        </div>
      }
    />
  );
}
