import { Button, Popover } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { uiText } from "../../../ui/text.ts";
import { tourText as text } from "./text.ts";
import { useAnchor } from "./useAnchor.ts";

const NEXT_ID = "hanse-tour-next";

interface StepProps {
  anchor: string;
  number: number;
  count: number;
  title: ReactNode;
  body: ReactNode;
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
      elementToFocus={`#${NEXT_ID}`}
      hideOnOutsideClick={false}
      closeBtnAriaLabel={intl.formatMessage(text.close)}
      // A click on what the step points at is no wish to end the tour.
      shouldClose={(event) => {
        if (!(event.target instanceof Node && element.contains(event.target))) onClose();
      }}
      headerComponent="h2"
      headerContent={
        <>
          <span className="hanse-tour__number">
            <FormattedMessage {...text.step} values={{ number, count }} />
          </span>{" "}
          {title}
        </>
      }
      bodyContent={body}
      footerContent={
        <div className="hanse-tour__buttons">
          <Button id={NEXT_ID} size="sm" onClick={onNext}>
            <FormattedMessage {...(isLast ? text.done : uiText.next)} />
          </Button>
          {onBack && (
            <Button variant="link" size="sm" onClick={onBack}>
              <FormattedMessage {...uiText.back} />
            </Button>
          )}
        </div>
      }
    />
  );
}
