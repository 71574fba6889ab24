import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage } from "react-intl";
import { shellText } from "../text.ts";
import { Step } from "./Step.tsx";
import { tourText as text } from "./text.ts";
import "./tour.css";

/** The five steps (specification 1, section 2), each with the anchor that it points at. */
const STEPS = [
  { anchor: "notifications", title: text.alerts, body: text.alertsBody },
  { anchor: "home", title: text.logo, body: text.logoBody },
  { anchor: "search", title: shellText.search, body: text.searchBody },
  { anchor: "shortcuts", title: text.shortcuts, body: text.shortcutsBody },
  { anchor: "help", title: shellText.help, body: text.helpBody },
] as const;

const START_ID = "hanse-tour-start";

interface TourProps {
  /** The console's title, which the welcome names. */
  product: string;
  onEnd: () => void;
}

/** The guided tour: a welcome, then five steps. Ending it gives the focus back to where it was. */
export function Tour({ product, onEnd }: TourProps) {
  const [step, setStep] = useState<number>();
  const [before] = useState(() => document.activeElement);

  function end(): void {
    onEnd();
    // Once the dialog is gone, which gives the focus back itself when it is one that was there before.
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
      isOpen
      variant="small"
      aria-labelledby="hanse-tour-welcome"
      aria-describedby="hanse-tour-about"
      elementToFocus={`#${START_ID}`}
      onClose={onEnd}
    >
      <ModalHeader labelId="hanse-tour-welcome" title={<FormattedMessage {...text.welcome} values={{ product }} />} />
      <ModalBody id="hanse-tour-about">
        <FormattedMessage {...text.welcomeBody} />
      </ModalBody>
      <ModalFooter>
        <Button id={START_ID} onClick={onStart}>
          <FormattedMessage {...text.start} />
        </Button>
        <Button variant="link" onClick={onEnd}>
          <FormattedMessage {...text.skip} />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
