import { Checkbox } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { acceptTerms } from "./api.ts";
import { Panel } from "./Panel.tsx";
import { paragraphsOf } from "./rules.ts";
import { StepActions } from "./StepActions.tsx";

interface TermsProps {
  product: string;
  agreement: string;
  onAccepted: () => void;
  onFailed: (error: unknown) => void;
}

/** The agreement, before any step. */
export function Terms({ product, agreement, onAccepted, onFailed }: TermsProps) {
  const intl = useIntl();
  const [agreed, setAgreed] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const blocked = agreed ? undefined : message("setup.agreeFirst");

  async function accept() {
    if (blocked || waiting) return;
    setWaiting(true);
    try {
      await acceptTerms();
    } catch (error) {
      return onFailed(error);
    }
    onAccepted();
  }

  return (
    <Panel
      title={message("setup.terms")}
      intro={<FormattedMessage id="setup.termsIntro" values={{ product }} />}
      actions={<StepActions onBack={undefined} blocked={blocked} waiting={waiting} next={message("ui.next")} />}
      onSubmit={accept}
    >
      {/* Focusable, because it scrolls: without a mouse it could not be read to its end otherwise. */}
      <section
        className="hanse-setup__terms"
        aria-label={intl.formatMessage({ id: "setup.termsRegion" })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by the keyboard
        tabIndex={0}
      >
        {paragraphsOf(agreement).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
      <Checkbox
        id="agree"
        label={<FormattedMessage id="setup.agree" />}
        isChecked={agreed}
        onChange={(_, checked) => setAgreed(checked)}
      />
    </Panel>
  );
}
