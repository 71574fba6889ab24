/** The first-run setup (specification 3, section 2.8): terms, five steps, Finish, and the two ways to end early. */

import { Button, Checkbox, Skeleton, Title } from "@patternfly/react-core";
import QuestionIcon from "@patternfly/react-icons/dist/esm/icons/outlined-question-circle-icon";
import TimesIcon from "@patternfly/react-icons/dist/esm/icons/times-icon";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { Seal } from "../../platform/ui/Seal.tsx";
import { acceptTerms, type SetupInfo } from "./api.ts";
import { Canceled, CouldNotConnect, type Failure, LinkRequired } from "./Ended.tsx";
import { begin, beginSteps, type Phase } from "./load.ts";
import { Panel, StepActions } from "./Panel.tsx";
import { paragraphsOf } from "./rules.ts";
import { Walk } from "./Walk.tsx";
import "./setup.css";

export default function Setup() {
  const intl = useIntl();
  const [attempt, setAttempt] = useState(0);
  const [info, setInfo] = useState<SetupInfo>();
  const [phase, setPhase] = useState<Phase>({ kind: "loading" });
  const product = productOf(info) ?? intl.formatMessage({ id: "setup.product" });
  const fail = useCallback((failure: Failure) => setPhase({ kind: "failed", failure }), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts again.
  useEffect(() => {
    let current = true;
    void begin((found) => current && setInfo(found)).then((next) => current && setPhase(next));
    return () => {
      current = false;
    };
  }, [attempt]);

  useEffect(() => {
    // The page is reloaded and opens the log-in screen or the console.
    if (phase.kind === "over") window.location.replace("/");
  }, [phase]);

  function restart() {
    setPhase({ kind: "loading" });
    setAttempt(attempt + 1);
  }

  const closable = phase.kind === "terms" || (phase.kind === "steps" && !phase.finishing);
  return (
    <Dialog info={info} onClose={closable ? () => setPhase({ kind: "canceled" }) : undefined}>
      <Content
        phase={phase}
        product={product}
        onChange={setPhase}
        onFailed={fail}
        onRestart={restart}
        waitingText={intl.formatMessage({ id: "setup.loading" })}
      />
    </Dialog>
  );
}

interface ContentProps {
  phase: Phase;
  product: string;
  waitingText: string;
  onChange: (phase: Phase) => void;
  onFailed: (failure: Failure) => void;
  onRestart: () => void;
}

function Content({ phase, product, waitingText, onChange, onFailed, onRestart }: ContentProps) {
  switch (phase.kind) {
    case "loading":
    case "over":
      return (
        <div className="hanse-setup__panel">
          <Skeleton width="40%" fontSize="xl" screenreaderText={waitingText} />
          <Skeleton height="16rem" />
        </div>
      );
    case "terms":
      return (
        <Terms
          product={product}
          agreement={phase.agreement}
          onAccepted={async () => onChange(await beginSteps())}
          onFailed={(error) => onFailed({ error })}
        />
      );
    case "steps":
      return (
        <Walk
          facts={phase.facts}
          onFinishing={() => onChange({ ...phase, finishing: true })}
          onFailed={onFailed}
          onDone={() => window.location.replace("/")}
        />
      );
    case "canceled":
      return <Canceled product={product} onRestart={onRestart} />;
    case "linkRequired":
      return <LinkRequired product={product} onRestart={onRestart} />;
    case "failed":
      return <CouldNotConnect failure={phase.failure} onRestart={onRestart} />;
  }
}

interface TermsProps {
  product: string;
  agreement: string;
  onAccepted: () => void;
  onFailed: (error: unknown) => void;
}

/** The license agreement, before any step. */
function Terms({ product, agreement, onAccepted, onFailed }: TermsProps) {
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
      {/* Focusable because it scrolls: keyboard users could not read the end otherwise. */}
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

interface DialogProps {
  /** Undefined until the server has answered. */
  info: SetupInfo | undefined;
  /** Undefined if the dialog cannot be closed now, or if closing would leave the work half done. */
  onClose: (() => void) | undefined;
  children: ReactNode;
}

/**
 * The dialog of the setup, on an otherwise empty page. It therefore needs no focus trap. Esc does not close it, because
 * the key also closes a browser's suggestions and would lose the entered values.
 */
function Dialog({ info, onClose, children }: DialogProps) {
  const intl = useIntl();
  const product = productOf(info) ?? intl.formatMessage({ id: "setup.product" });
  const { version, environment } = info ?? {};
  const help = info?.helpBaseUrl;
  return (
    <main className="hanse-setup">
      <div role="dialog" aria-labelledby="setup-title" className="hanse-setup__dialog">
        <header className="hanse-setup__header">
          <Seal size="lg" />
          <div className="hanse-setup__name">
            <Title headingLevel="h1" size="xl" id="setup-title">
              <FormattedMessage id="setup.dialogTitle" values={{ product }} />
            </Title>
            {version && (
              <small>
                <FormattedMessage
                  {...(environment ? message("setup.versionAndEnvironment") : message("setup.version"))}
                  values={{ version, environment }}
                />
              </small>
            )}
          </div>
          {help && /^(https?:\/\/|\/(?!\/))/i.test(help) && (
            <Button
              variant="plain"
              component="a"
              href={help}
              target="_blank"
              rel="noreferrer"
              aria-label={intl.formatMessage({ id: "setup.help" })}
              icon={<QuestionIcon />}
            />
          )}
          {onClose && (
            <Button
              variant="plain"
              aria-label={intl.formatMessage({ id: "setup.close" })}
              icon={<TimesIcon />}
              onClick={onClose}
            />
          )}
        </header>
        {children}
      </div>
    </main>
  );
}

/** The console's title; undefined if the server has not set one. */
function productOf(info: SetupInfo | undefined): string | undefined {
  return info?.consoleTitle?.trim() || undefined;
}
