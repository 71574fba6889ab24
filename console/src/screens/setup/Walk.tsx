import { valibotResolver } from "@hookform/resolvers/valibot";
import { Wizard, WizardNav, WizardNavItem, WizardStep } from "@patternfly/react-core";
import CheckIcon from "@patternfly/react-icons/dist/esm/icons/check-icon";
import { Fragment, useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { organizationOf } from "../../features/pingOneCredential.ts";
import { message } from "../../messages.ts";
import { ApiError, isUnreachable } from "../../platform/api/errors.ts";
import { validateCredential } from "./api.ts";
import { blockedBy, type Draft, draftSchema, type Facts, FIELDS, newDraft, STEPS, toPlan } from "./draft.ts";
import { type Failure, ProgressList } from "./Ended.tsx";
import { FINISH_STEPS, finish, finishStepText, type Progress } from "./finish.ts";
import { useLicenseFile } from "./licenseFile.ts";
import { Panel, StepActions } from "./Panel.tsx";
import { StepContent } from "./steps/StepContent.tsx";

interface WalkProps {
  facts: Facts;
  /** Called when Finish starts: from then on, the dialog cannot be closed. */
  onFinishing: () => void;
  onFailed: (failure: Failure) => void;
  onDone: () => void;
}

/** The five steps. The values are kept here while moving back and forward, and are discarded by a restart. */
export function Walk({ facts, onFinishing, onFailed, onDone }: WalkProps) {
  const [index, setIndex] = useState(0);
  const [waiting, setWaiting] = useState(false);
  const [reason, setReason] = useState<string>();
  const [progress, setProgress] = useState<Progress>();
  const intl = useIntl();
  const form = useForm<Draft>({ defaultValues: newDraft(facts), resolver: valibotResolver(draftSchema) });
  const license = useLicenseFile((error) => onFailed({ error }));
  const step = STEPS[index] ?? "review";
  const draft = { ...newDraft(facts), ...form.watch() };
  const blocked = blockedBy(step, draft, license.choice, facts);
  const plan = toPlan(draft, license.choice);

  async function next() {
    if (blocked || waiting) return;
    if (step === "review") return runFinish();
    const [first] = FIELDS[step];
    if (first && !(await form.trigger([...FIELDS[step]], { shouldFocus: true }))) return;
    if (step === "pingOne" && draft.connect && !(await credentialCounts(draft.credential.trim()))) return;
    setIndex(index + 1);
  }

  async function credentialCounts(credential: string): Promise<boolean> {
    setWaiting(true);
    setReason(undefined);
    try {
      await validateCredential(credential);
      // The connection is named after the organization, so a credential without one is unusable. Only the checked value
      // is used: the field may have been changed in the meantime.
      if (organizationOf(credential) !== undefined) return form.getValues("credential").trim() === credential;
      form.setError("credential", { type: "server" }, { shouldFocus: true });
    } catch (error) {
      if (isUnreachable(error)) onFailed({ error });
      else {
        const refusal = error instanceof ApiError ? (error.validationErrors[0]?.message ?? error.message) : undefined;
        // The server returns the same text, which is shown only once.
        setReason(refusal === intl.formatMessage({ id: "setup.credentialInvalid" }) ? undefined : refusal);
        form.setError("credential", { type: "server" }, { shouldFocus: true });
      }
    } finally {
      setWaiting(false);
    }
    return false;
  }

  async function runFinish() {
    onFinishing();
    const outcome = await finish(plan, setProgress);
    if (outcome.kind === "done") return onDone();
    onFailed({ error: outcome.error, finish: { step: outcome.step, progress: outcome.progress } });
  }

  return (
    <FormProvider {...form}>
      {/* Rendered again for each step, because the current and the reachable steps are decided here. */}
      <Wizard
        key={step}
        startIndex={index + 1}
        shouldFocusContent={false}
        className="hanse-setup__wizard"
        nav={(isExpanded) => (
          <Steps current={index} isExpanded={isExpanded} onSelect={progress || waiting ? undefined : setIndex} />
        )}
        // Back and Next are part of the step's form, so that Enter in a field continues.
        footer={<Fragment />}
      >
        {STEPS.map((one) => (
          <WizardStep
            key={one}
            id={one}
            name={<FormattedMessage id={`setup.${one}`} />}
            body={{ hasNoPadding: true, "aria-label": intl.formatMessage({ id: `setup.${one}` }) }}
          >
            {one === step &&
              (progress ? (
                <Finishing progress={progress} />
              ) : (
                <Panel
                  title={message(`setup.${step}`)}
                  above={
                    <p className="hanse-setup__count">
                      <FormattedMessage id="setup.stepCount" values={{ step: index + 1, steps: STEPS.length }} />
                    </p>
                  }
                  intro={<FormattedMessage id={`setup.${step}Intro`} />}
                  actions={
                    <StepActions
                      onBack={index > 0 ? () => setIndex(index - 1) : undefined}
                      blocked={blocked}
                      waiting={waiting}
                      next={step === "review" ? message("setup.finish") : message("ui.next")}
                    />
                  }
                  onSubmit={next}
                >
                  <StepContent
                    step={step}
                    facts={facts}
                    license={license}
                    plan={plan}
                    reason={reason}
                    onChange={setIndex}
                  />
                </Panel>
              ))}
          </WizardStep>
        ))}
      </Wizard>
    </FormProvider>
  );
}

/** Finish in progress. The list is updated in place; screen readers hear the line below it. */
function Finishing({ progress }: { progress: Progress }) {
  const running = FINISH_STEPS.find((step) => progress[step] === "running");
  const over = progress.signIn === "done";
  return (
    <Panel title={message("setup.finishing")} intro={<FormattedMessage id="setup.finishingIntro" />} actions={null}>
      <ProgressList steps={FINISH_STEPS} progress={progress} />
      <p className={over ? "" : "pf-v6-screen-reader"} aria-live="polite">
        {running && (
          <FormattedMessage
            id="setup.running"
            values={{
              step: FINISH_STEPS.indexOf(running) + 1,
              steps: FINISH_STEPS.length,
              what: <FormattedMessage {...finishStepText[running]} key="what" />,
            }}
          />
        )}
        {over && <FormattedMessage id="setup.opening" />}
      </p>
    </Panel>
  );
}

interface StepsProps {
  /** Index of the current step. */
  current: number;
  /** On a narrow screen, true if the list is open. */
  isExpanded: boolean;
  /** Undefined while no step can be opened. */
  onSelect: ((step: number) => void) | undefined;
}

/** The list of steps: completed steps can be clicked, later ones cannot. */
function Steps({ current, isExpanded, onSelect }: StepsProps) {
  const intl = useIntl();
  useEffect(() => {
    // On a narrow screen a button opens the list. PatternFly gives it an English label that cannot be set; without that
    // label, its visible content names it: the number and name of the step.
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
                  <span className="pf-v6-screen-reader">{intl.formatMessage({ id: "setup.stepDone" })}</span>
                </>
              )}
            </>
          }
        />
      ))}
    </WizardNav>
  );
}
