import { Button, ModalBody, ModalFooter, Popover } from "@patternfly/react-core";
import { useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { Modal } from "../../platform/ui/Modal.tsx";
import "./tour.css";

/** The five steps (specification 1, section 2), each with its anchor. */
const STEPS = [
  { anchor: "notifications", title: message("tour.alerts"), body: message("tour.alertsBody") },
  { anchor: "home", title: message("tour.logo"), body: message("tour.logoBody") },
  { anchor: "search", title: message("shell.search"), body: message("tour.searchBody") },
  { anchor: "shortcuts", title: message("tour.shortcuts"), body: message("tour.shortcutsBody") },
  { anchor: "help", title: message("shell.help"), body: message("tour.helpBody") },
] as const;

const START_ID = "hanse-tour-start";

interface TourProps {
  /** The console's title, for the welcome text. */
  product: string;
  onEnd: () => void;
}

/** The guided tour: a welcome, then five steps. Ending it returns the focus to its previous element. */
export function Tour({ product, onEnd }: TourProps) {
  const [step, setStep] = useState<number>();
  const [before] = useState(() => document.activeElement);

  function end(): void {
    onEnd();
    // After the dialog is gone, which itself returns the focus if its element existed before.
    requestAnimationFrame(() => {
      const was = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : undefined;
      (was ?? document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
    });
  }

  const here = step === undefined ? undefined : STEPS[step];
  if (step === undefined || !here) return <Welcome product={product} onStart={() => setStep(0)} onEnd={end} />;
  const last = step === STEPS.length - 1;
  return (
    <Step
      key={here.anchor}
      anchor={here.anchor}
      number={step + 1}
      count={STEPS.length}
      title={here.title}
      body={here.body}
      isLast={last}
      onNext={last ? end : () => setStep(step + 1)}
      onBack={step > 0 ? () => setStep(step - 1) : undefined}
      onClose={end}
    />
  );
}

function Welcome({ product, onStart, onEnd }: { product: string; onStart: () => void; onEnd: () => void }) {
  return (
    <Modal
      variant="small"
      titleId="hanse-tour-welcome"
      title={<FormattedMessage id="tour.welcome" values={{ product }} />}
      aria-describedby="hanse-tour-about"
      elementToFocus={`#${START_ID}`}
      onClose={onEnd}
    >
      <ModalBody id="hanse-tour-about">
        <FormattedMessage id="tour.welcomeBody" />
      </ModalBody>
      <ModalFooter>
        <Button id={START_ID} onClick={onStart}>
          <FormattedMessage id="tour.start" />
        </Button>
        <Button variant="link" onClick={onEnd}>
          <FormattedMessage id="tour.skip" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}

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

/** One step: a dialog beside its anchor, which it follows when the page scrolls or is resized. */
function Step({ anchor, number, count, title, body, isLast, onNext, onBack, onClose }: StepProps) {
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
      // Narrow enough to fit below any button of the masthead on a phone.
      minWidth="19rem"
      maxWidth="19rem"
      elementToFocus={`#${NEXT_ID}`}
      hideOnOutsideClick={false}
      closeBtnAriaLabel={intl.formatMessage({ id: "tour.close" })}
      // A click on the anchor does not end the tour.
      shouldClose={(event) => {
        if (!(event.target instanceof Node && element.contains(event.target))) onClose();
      }}
      aria-label={`${intl.formatMessage({ id: "tour.step" }, { number, count })} ${intl.formatMessage(title)}`}
      // Only a body: header and footer of a Popover would be additional landmarks of the page.
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

/** The anchor of a step; it may be rendered later than the step. */
function useAnchor(name: string): HTMLElement | undefined {
  const [anchor, setAnchor] = useState<HTMLElement>();

  useEffect(() => {
    const update = () => setAnchor(find(name));
    update();
    const watch = new MutationObserver(update);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [name]);

  useEffect(() => {
    if (!anchor) return;
    const show = () => anchor.scrollIntoView({ block: "center" });
    // Resizing may move it out of sight; the Popover follows, but does not scroll.
    const follow = () => {
      const { top, bottom } = anchor.getBoundingClientRect();
      if (bottom < 0 || top > window.innerHeight) show();
    };
    show();
    anchor.setAttribute("data-tour-here", "");
    window.addEventListener("resize", follow);
    return () => {
      anchor.removeAttribute("data-tour-here");
      window.removeEventListener("resize", follow);
    };
  }, [anchor]);

  return anchor;
}

/** If the anchor does not exist, the page's heading is used instead. */
function find(name: string): HTMLElement | undefined {
  const heading = () => document.querySelector<HTMLElement>("main h1");
  return document.querySelector<HTMLElement>(`[data-tour="${name}"]`) ?? heading() ?? undefined;
}
