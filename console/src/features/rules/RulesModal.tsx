/** The Rules dialog (specification 3, sections 2.5, 4 and 5.1). It is a separate bundle. */

import { Button, Checkbox, ModalBody, ModalFooter } from "@patternfly/react-core";
import { useEffect, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { messageOf } from "../../platform/forms/LoadFailed.tsx";
import { mayChange, useSession } from "../../platform/session/SessionProvider.tsx";
import { Alert } from "../../platform/ui/Alert.tsx";
import { Modal } from "../../platform/ui/Modal.tsx";
import type { ShowRules } from "../frame/messages.ts";
import type { Problem } from "./model.ts";
import { RuleList } from "./RuleList.tsx";
import "./rules.css";
import { TestExpression } from "./TestExpression.tsx";
import { type Submission, useRules } from "./useRules.ts";

interface RulesModalProps {
  shown: ShowRules;
  onDone: (rules: Submission) => void;
  onCancel: () => void;
}

export function RulesModal({ shown, onDone, onCancel }: RulesModalProps) {
  const intl = useIntl();
  const session = useSession();
  const rights = {
    readOnly: !mayChange(session, "ADMINISTRATOR"),
    expressions: mayChange(session, "EXPRESSION_ADMINISTRATOR"),
  };
  const rules = useRules(shown, rights.expressions, onDone);
  const [tested, setTested] = useState<number>();
  const [returned, setReturned] = useState<number>();
  // Escape returns a rule that is being dragged; otherwise it closes the dialog.
  const dragging = useRef(false);
  const { problems } = rules.findings;
  const summary = useRef<HTMLDivElement>(null);

  // An error may be out of sight, so the error summary takes the focus and is read out.
  useEffect(() => {
    if (problems.length > 0 || rules.failure !== undefined) summary.current?.focus();
  }, [problems, rules.failure]);

  const row = rules.rows.find(({ key }) => key === tested);
  if (row) {
    // Only one dialog is open at a time: both would handle the same Escape.
    return (
      <TestExpression
        expression={row.expression}
        onChange={(expression) => rules.change({ ...row, expression })}
        onClose={() => {
          setReturned(row.key);
          setTested(undefined);
        }}
      />
    );
  }
  return (
    <Modal
      variant="large"
      titleId="rules"
      title={<FormattedMessage id="rules.title" />}
      description={
        <FormattedMessage {...(rights.readOnly ? message("forms.auditor") : message("rules.description"))} />
      }
      {...(returned !== undefined && { elementToFocus: `[data-button="test ${returned}"]` })}
      dragging={dragging}
      onClose={onCancel}
    >
      <ModalBody>
        <div ref={summary} tabIndex={-1} className="hanse-rules__problems">
          {problems.map((problem) => {
            const title = textOf(problem);
            return <Alert key={title} variant="danger" title={title} />;
          })}
          {rules.failure !== undefined && (
            <Alert variant="danger" title={<FormattedMessage id="rules.unchecked" />}>
              {messageOf(rules.failure, intl)}
            </Alert>
          )}
        </div>
        <RuleList rules={rules} sources={shown.sources} rights={rights} dragging={dragging} onTest={setTested} />
        <Checkbox
          id="rules-default-success"
          className="hanse-rules__default"
          label={<FormattedMessage id="rules.defaultSuccess" />}
          description={<FormattedMessage id="rules.defaultSuccessHelp" />}
          isChecked={rules.defaultSuccess}
          isDisabled={rights.readOnly || rules.rows.length === 0}
          onChange={(_, checked) => rules.setDefaultSuccess(checked)}
        />
        <p className="pf-v6-screen-reader" aria-live="polite">
          {rules.announcement}
        </p>
      </ModalBody>
      <ModalFooter>
        {!rights.readOnly && (
          <Button onClick={rules.done} isLoading={rules.checking} isAriaDisabled={rules.checking}>
            <FormattedMessage id="rules.done" />
          </Button>
        )}
        <Button variant={rights.readOnly ? "secondary" : "link"} onClick={onCancel}>
          <FormattedMessage id="forms.cancel" />
        </Button>
      </ModalFooter>
    </Modal>
  );

  function textOf(problem: Problem): string {
    switch (problem.kind) {
      case "missing":
        return intl.formatMessage({ id: "rules.missing" }, { number: problem.number });
      case "reserved":
        return intl.formatMessage({ id: "rules.reserved" });
      case "duplicate":
        return intl.formatMessage({ id: "rules.duplicate" }, { value: problem.value });
      case "expression":
        return intl.formatMessage({ id: "rules.expressionReason" }, { number: problem.number, reason: problem.reason });
    }
  }
}
