import { Button, Form, Title } from "@patternfly/react-core";
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Message } from "../../messages.ts";

interface PanelProps {
  title: Message;
  intro: ReactNode;
  /** Above the title: an icon, or the number of the step. */
  above?: ReactNode;
  children?: ReactNode;
  /** The buttons; Enter presses the submit button among them. */
  actions: ReactNode;
  onSubmit?: () => void;
}

/** One page of the dialog. Its title takes the focus when it appears, so that a screen reader reads it. */
export function Panel({ title, intro, above, children, actions, onSubmit }: PanelProps) {
  const intl = useIntl();
  const heading = useRef<HTMLHeadingElement>(null);

  // Before the panel is painted: later, the focus would be taken from a field that a user already types in.
  useLayoutEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const product = document.getElementById("setup-title")?.textContent;
    document.title = [intl.formatMessage(title), product].filter(Boolean).join(" · ");
  }, [intl, title]);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit?.();
  }

  return (
    <Form className="hanse-setup__panel" onSubmit={submit} noValidate>
      <div className="hanse-setup__head">
        {above}
        <Title headingLevel="h2" size="xl" tabIndex={-1} ref={heading}>
          <FormattedMessage {...title} />
        </Title>
        <div className="hanse-setup__intro">{intro}</div>
      </div>
      <div className="hanse-setup__content">{children}</div>
      {actions && <div className="hanse-setup__actions">{actions}</div>}
    </Form>
  );
}

interface StepActionsProps {
  /** Undefined on the first step. */
  onBack: (() => void) | undefined;
  /** The reason why Next is blocked; undefined if it is not. */
  blocked: Message | undefined;
  waiting: boolean;
  next: Message;
}

/** Back and Next. A blocked Next explains why, and remains focusable so that keyboard users can read it. */
export function StepActions({ onBack, blocked, waiting, next }: StepActionsProps) {
  const intl = useIntl();
  return (
    <>
      {onBack && (
        <Button variant="secondary" onClick={onBack} isDisabled={waiting}>
          <FormattedMessage id="ui.back" />
        </Button>
      )}
      <p id="setup-blocked" className="hanse-setup__reason" aria-live="polite">
        {blocked && <FormattedMessage {...blocked} />}
      </p>
      <Button
        type="submit"
        isAriaDisabled={blocked !== undefined || waiting}
        aria-describedby={blocked ? "setup-blocked" : undefined}
        isLoading={waiting}
        spinnerAriaValueText={intl.formatMessage({ id: "setup.inProgress" })}
      >
        <FormattedMessage {...next} />
      </Button>
    </>
  );
}
