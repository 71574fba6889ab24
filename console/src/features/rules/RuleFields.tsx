import { Button, FormGroup, TextArea, TextInput } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { FieldHelp } from "../../platform/ui/FieldHelp.tsx";
import { CONDITIONS, type Condition, EXPRESSION, type Source } from "../frame/messages.ts";
import { type Field, type Flaw, keyOf, type Row, sourceOf, withSource } from "./model.ts";
import type { Control, Rights } from "./props.ts";
import { RuleSelect } from "./RuleSelect.tsx";
import { SourceSelect } from "./SourceSelect.tsx";

const FLAWS: Record<Flaw, Message> = {
  required: message("forms.required"),
  resultInvalid: message("rules.resultInvalid"),
  resultNotUnique: message("rules.resultNotUnique"),
  expressionInvalid: message("rules.expressionInvalid"),
};

interface RuleFieldsProps {
  row: Row;
  sources: readonly Source[];
  rights: Rights;
  flaws: ReadonlyMap<string, Flaw>;
  onChange: (row: Row) => void;
  onTest: () => void;
}

export function RuleFields({ row, sources, rights, flaws, onChange, onTest }: RuleFieldsProps) {
  const intl = useIntl();
  const isExpression = row.type === EXPRESSION;
  const fixedExpression = isExpression && !rights.expressions;

  function field(name: Field, label: Message, control: (props: Control) => ReactNode, help?: ReactNode) {
    const id = `rule-${row.key}-${name}`;
    const flaw = flaws.get(keyOf(row, name));
    const props: Control = {
      id,
      isRequired: !rights.readOnly,
      validated: flaw ? "error" : "default",
      "aria-invalid": flaw !== undefined,
      "aria-describedby": `${id}-help`,
    };
    return (
      <FormGroup
        className={`hanse-rule__${name}`}
        label={<FormattedMessage {...label} />}
        fieldId={id}
        // Nobody is asked for anything that cannot be changed.
        isRequired={!rights.readOnly}
      >
        {control(props)}
        <FieldHelp id={`${id}-help`} error={flaw && <FormattedMessage {...FLAWS[flaw]} />}>
          {help}
        </FieldHelp>
      </FormGroup>
    );
  }

  return (
    <div className="hanse-rule__fields">
      {field("source", message("rules.source"), (props) => (
        <SourceSelect
          {...props}
          row={row}
          sources={sources}
          offersExpression={rights.expressions || isExpression}
          isFixed={rights.readOnly || fixedExpression}
          onChange={(type, id) => onChange(withSource(row, type, id))}
        />
      ))}
      {isExpression ? (
        field(
          "expression",
          message("rules.expression"),
          (props) => (
            <>
              <TextArea
                {...props}
                className="hanse-rule__code"
                value={row.expression}
                onChange={(_, expression) => onChange({ ...row, expression })}
                rows={3}
                resizeOrientation="vertical"
                spellCheck={false}
                {...((rights.readOnly || fixedExpression) && { readOnlyVariant: "default" as const })}
              />
              {rights.expressions && !rights.readOnly && (
                <Button variant="link" isInline data-button={`test ${row.key}`} onClick={onTest}>
                  <FormattedMessage id="rules.test" />
                </Button>
              )}
            </>
          ),
          fixedExpression && !rights.readOnly && <FormattedMessage id="rules.expressionFixed" />,
        )
      ) : (
        <>
          {field("attribute", message("rules.attribute"), (props) => (
            <RuleSelect
              {...props}
              value={row.attribute}
              options={(sourceOf(row, sources)?.attributes ?? []).map((name) => ({ value: name, label: name }))}
              isFixed={rights.readOnly}
              onChange={(attribute) => onChange({ ...row, attribute })}
            />
          ))}
          {field("condition", message("rules.condition"), (props) => (
            <RuleSelect
              {...props}
              value={row.condition}
              options={CONDITIONS.map((one) => ({
                value: one,
                label: intl.formatMessage({ id: `ruleConditions.${one}` }),
              }))}
              isFixed={rights.readOnly}
              onChange={(condition) => onChange({ ...row, condition: condition as Condition })}
            />
          ))}
          {field("value", message("rules.value"), (props) => (
            <Line
              {...props}
              value={row.value}
              isFixed={rights.readOnly}
              onChange={(value) => onChange({ ...row, value })}
            />
          ))}
        </>
      )}
      {field("result", message("rules.result"), (props) => (
        <Line
          {...props}
          value={row.result}
          isFixed={rights.readOnly}
          onChange={(result) => onChange({ ...row, result })}
        />
      ))}
    </div>
  );
}

interface LineProps extends Control {
  value: string;
  isFixed: boolean;
  onChange: (value: string) => void;
}

function Line({ isFixed, onChange, ...props }: LineProps) {
  return (
    <TextInput
      {...props}
      onChange={(_, value) => onChange(value)}
      autoComplete="off"
      {...(isFixed && { readOnlyVariant: "default" as const })}
    />
  );
}
