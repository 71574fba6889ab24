/** The Test Expression dialog (specification 3, section 2.6). */
import { Button, Form, FormGroup, ModalBody, ModalFooter, TextArea, TextInput } from "@patternfly/react-core";
import PlusIcon from "@patternfly/react-icons/dist/esm/icons/plus-icon";
import TimesIcon from "@patternfly/react-icons/dist/esm/icons/times-icon";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { messageOf } from "../../platform/forms/LoadFailed.tsx";
import { Alert } from "../../platform/ui/Alert.tsx";
import { FieldHelp } from "../../platform/ui/FieldHelp.tsx";
import { Modal } from "../../platform/ui/Modal.tsx";
import { NewTabLink } from "../../platform/ui/NewTabLink.tsx";
import { type Outcome, tryExpression } from "./useRules.ts";
import "./rules.css";

interface Pair {
  key: number;
  name: string;
  value: string;
}

interface TestExpressionProps {
  expression: string;
  onChange: (expression: string) => void;
  onClose: () => void;
  /** The label of the button back; by default it names the rules. */
  closeText?: ReactNode;
}

export function TestExpression({ expression, onChange, onClose, closeText }: TestExpressionProps) {
  const intl = useIntl();
  const nextKey = useRef(1);
  const [pairs, setPairs] = useState<readonly Pair[]>([{ key: 0, name: "", value: "" }]);
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: () => tryExpression(expression, Object.fromEntries(named(pairs))),
    // The values may be personal data, so they are discarded with the dialog.
    gcTime: 0,
  });

  function set(key: number, changed: Partial<Pair>) {
    setPairs(pairs.map((pair) => (pair.key === key ? { ...pair, ...changed } : pair)));
    reset(); // The displayed result belongs to the previous values.
  }

  const repeated = repeatedNames(pairs);

  function test(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    const first = pairs.find(({ name }) => repeated.has(name.trim()));
    if (first) document.getElementById(nameId(first))?.focus();
    else if (!isPending) mutate();
  }

  return (
    <Modal
      variant="medium"
      titleId="test-expression"
      title={<FormattedMessage id="testExpression.title" />}
      description={<FormattedMessage id="testExpression.description" />}
      elementToFocus="#test-expression-text"
      onClose={onClose}
    >
      <ModalBody>
        <Form id="test-expression-form" onSubmit={test} noValidate>
          <FormGroup
            label={<FormattedMessage id="rules.expression" />}
            fieldId="test-expression-text"
            labelHelp={
              <NewTabLink to="/docs/expressions">{intl.formatMessage({ id: "testExpression.help" })}</NewTabLink>
            }
          >
            <TextArea
              id="test-expression-text"
              className="hanse-rule__code"
              value={expression}
              onChange={(_, next) => {
                onChange(next);
                reset();
              }}
              rows={4}
              resizeOrientation="vertical"
              spellCheck={false}
            />
          </FormGroup>
          <fieldset className="hanse-test">
            <legend>{intl.formatMessage({ id: "testExpression.values" })}</legend>
            {pairs.map(({ key, name, value }, index) => (
              <div key={key} className="hanse-test__pair">
                <TextInput
                  id={nameId({ key })}
                  validated={repeated.has(name.trim()) ? "error" : "default"}
                  aria-invalid={repeated.has(name.trim())}
                  aria-describedby="test-expression-repeated"
                  aria-label={intl.formatMessage({ id: "testExpression.attributeOf" }, { number: index + 1 })}
                  placeholder={intl.formatMessage({ id: "testExpression.attribute" })}
                  value={name}
                  onChange={(_, next) => set(key, { name: next })}
                  autoComplete="off"
                />
                <TextInput
                  aria-label={intl.formatMessage({ id: "testExpression.valueOf" }, { number: index + 1 })}
                  placeholder={intl.formatMessage({ id: "rules.value" })}
                  value={value}
                  onChange={(_, next) => set(key, { value: next })}
                  autoComplete="off"
                />
                <Button
                  variant="plain"
                  icon={<TimesIcon />}
                  aria-label={intl.formatMessage({ id: "testExpression.remove" }, { number: index + 1 })}
                  onClick={() => {
                    setPairs(pairs.filter((pair) => pair.key !== key));
                    reset();
                    document.getElementById("test-expression-add")?.focus();
                  }}
                />
              </div>
            ))}
            <FieldHelp
              id="test-expression-repeated"
              error={
                repeated.size > 0 && (
                  <FormattedMessage id="testExpression.repeated" values={{ names: [...repeated].join(", ") }} />
                )
              }
            />
            <Button
              id="test-expression-add"
              variant="link"
              isInline
              icon={<PlusIcon />}
              onClick={() => setPairs([...pairs, { key: nextKey.current++, name: "", value: "" }])}
            >
              <FormattedMessage id="testExpression.add" />
            </Button>
          </fieldset>
          <div role="status">
            {data && <TestOutcome outcome={data} />}
            {error && <TestOutcome outcome={{ error: messageOf(error, intl) }} />}
          </div>
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form="test-expression-form" isLoading={isPending} isAriaDisabled={isPending}>
          <FormattedMessage id="testExpression.test" />
        </Button>
        <Button variant="link" onClick={onClose}>
          {closeText ?? <FormattedMessage id="testExpression.close" />}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function TestOutcome({ outcome }: { outcome: Outcome }) {
  return "result" in outcome ? (
    <Alert variant="success" title={<FormattedMessage id="testExpression.result" values={outcome} />} />
  ) : (
    <Alert variant="danger" title={<FormattedMessage id="testExpression.error" values={outcome} />} />
  );
}

const nameId = ({ key }: Pick<Pair, "key">) => `test-expression-name-${key}`;

/** Names that several rows have. Only one of their values could be used, so none is. */
function repeatedNames(pairs: readonly Pair[]): ReadonlySet<string> {
  const names = named(pairs).map(([name]) => name);
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

/** The values by name, without the rows that have no name. */
function named(pairs: readonly Pair[]): [string, string][] {
  return pairs.filter(({ name }) => name.trim() !== "").map(({ name, value }) => [name.trim(), value]);
}
