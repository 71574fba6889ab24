import {
  Button,
  FormGroup,
  FormSelect,
  FormSelectOption,
  FormSelectOptionGroup,
  TextArea,
  TextInput,
} from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { FieldHelp } from "../../platform/ui/FieldHelp.tsx";
import { CONDITIONS, type Condition, EXPRESSION, SOURCE_TYPES, type Source } from "../frame/messages.ts";
import { type Field, type Flaw, keyOf, type Row, type SourceType, sourceKey, sourceOf, withSource } from "./model.ts";

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
        // Readers are not asked to fill in fields that they cannot change.
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

interface RuleSelectProps extends Control {
  value: string;
  options: readonly { value: string; label: string }[];
  isFixed: boolean;
  onChange: (value: string) => void;
}

/** A select. A current value that is no longer offered is shown, but cannot be chosen again. */
function RuleSelect({ value, options, isFixed, onChange, ...props }: RuleSelectProps) {
  const intl = useIntl();
  const chosen = options.find((option) => option.value === value);
  const gone = value !== "" && !chosen && intl.formatMessage({ id: "rules.gone" }, { name: value });
  if (isFixed) return <TextInput {...props} value={chosen?.label ?? (gone || "")} readOnlyVariant="default" />;
  return (
    <FormSelect {...props} value={value} onChange={(_, next) => onChange(next)}>
      {value === "" && (
        <FormSelectOption value="" label={intl.formatMessage({ id: "rules.choose" })} isPlaceholder isDisabled />
      )}
      {gone && <FormSelectOption value={value} label={gone} isDisabled />}
      {options.map((option) => (
        <FormSelectOption key={option.value} {...option} />
      ))}
    </FormSelect>
  );
}

interface SourceSelectProps extends Control {
  row: Row;
  sources: readonly Source[];
  offersExpression: boolean;
  isFixed: boolean;
  onChange: (type: SourceType, id: string) => void;
}

/** The type of a source and the source, in one list that is grouped by type. */
function SourceSelect(props: SourceSelectProps) {
  const { row, sources, offersExpression, isFixed, onChange, ...control } = props;
  const intl = useIntl();
  const expression = intl.formatMessage({ id: "rules.expression" });
  const source = sourceOf(row, sources);
  const value = sourceKey(row.type, row.id);
  const gone = intl.formatMessage({ id: "rules.gone" }, { name: row.id || row.type });
  if (isFixed) {
    const name = row.type === EXPRESSION ? expression : (source?.name ?? gone);
    return <TextInput {...control} value={name} readOnlyVariant="default" />;
  }
  const groups = SOURCE_TYPES.map((type) => ({ type, items: sources.filter((one) => one.type === type) }));
  return (
    <FormSelect {...control} value={value} onChange={(_, chosen) => onChange(...parsed(chosen))}>
      {value === "" && (
        <FormSelectOption value="" label={intl.formatMessage({ id: "rules.choose" })} isPlaceholder isDisabled />
      )}
      {value !== "" && !source && row.type !== EXPRESSION && <FormSelectOption value={value} label={gone} isDisabled />}
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ type, items }) => (
          <FormSelectOptionGroup key={type} label={intl.formatMessage({ id: `ruleSources.${type}` })}>
            {items.map(({ id, name }) => (
              <FormSelectOption key={id} value={sourceKey(type, id)} label={name} />
            ))}
          </FormSelectOptionGroup>
        ))}
      {offersExpression && <FormSelectOption value={sourceKey(EXPRESSION, "")} label={expression} />}
    </FormSelect>
  );
}

function parsed(key: string): [SourceType, string] {
  const [type = "", ...id] = key.split(" ");
  return [type as SourceType, id.join(" ")];
}

/** The permissions of the current administrator. */
export interface Rights {
  readOnly: boolean;
  /** True if the administrator may write and test expressions. */
  expressions: boolean;
}

/** The properties that all controls of a field share. */
interface Control {
  id: string;
  isRequired: boolean;
  validated: "error" | "default";
  "aria-invalid": boolean;
  "aria-describedby": string;
}
