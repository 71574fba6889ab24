import { Checkbox, FormSelect, FormSelectOption } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../platform/ui/table/Table.tsx";
import type { Category } from "./api.ts";
import { type Choice, type Choices, choiceOf, type Ends, MINUTES, toggled } from "./form.ts";

interface CategoryTableProps {
  categories: readonly Category[];
  choices: Choices;
  editable: boolean;
  onChoose: (id: string, choice: Choice) => void;
}

export function CategoryTable({ categories, choices, editable, onChoose }: CategoryTableProps) {
  const intl = useIntl();
  return (
    <div className="hanse-log-categories">
      <Table aria-label={intl.formatMessage({ id: "logSettings.table" })}>
        <Thead>
          <Tr>
            {[
              message("logSettings.category"),
              message("logSettings.details"),
              message("logSettings.verbose"),
              message("logSettings.ends"),
            ].map((message) => (
              <Th key={message.id}>{intl.formatMessage(message)}</Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {categories.map((category) => (
            <Row
              key={category.id}
              category={category}
              choice={choiceOf(category, choices)}
              editable={editable}
              onChoose={(choice) => onChoose(category.id, choice)}
            />
          ))}
        </Tbody>
      </Table>
    </div>
  );
}

interface RowProps {
  category: Category;
  choice: Choice;
  editable: boolean;
  onChoose: (choice: Choice) => void;
}

function Row({ category, choice, editable, onChoose }: RowProps) {
  const intl = useIntl();
  const name = category.name ?? category.id;
  return (
    <Tr>
      <Th scope="row" dataLabel={intl.formatMessage({ id: "logSettings.category" })}>
        {name}
      </Th>
      <Td dataLabel={intl.formatMessage({ id: "logSettings.details" })} className="hanse-log-categories__details">
        {category.description}
      </Td>
      <Td dataLabel={intl.formatMessage({ id: "logSettings.verbose" })}>
        <Checkbox
          id={`verbose-${category.id}`}
          aria-label={intl.formatMessage({ id: "logSettings.verboseOf" }, { name })}
          isChecked={choice.verbose}
          isDisabled={!editable}
          onChange={(_, verbose) => onChoose(toggled(category, verbose))}
        />
      </Td>
      <Td dataLabel={intl.formatMessage({ id: "logSettings.ends" })} className="hanse-log-categories__ends">
        {choice.verbose && editable && <EndsChoice category={category} choice={choice} onChoose={onChoose} />}
        {choice.verbose && !editable && (
          <EndsText ends={choice.ends} {...(category.enabledUntil && { until: category.enabledUntil })} />
        )}
      </Td>
    </Tr>
  );
}

function EndsText({ ends, until = "" }: { ends: Ends; until?: string }) {
  const show = useTimestamp();
  return ends === "kept" ? (
    <FormattedMessage id="logSettings.until" values={{ moment: show(until) }} />
  ) : (
    <FormattedMessage id="logSettings.never" />
  );
}

function EndsChoice({ category, choice, onChoose }: Omit<RowProps, "editable">) {
  const intl = useIntl();
  const show = useTimestamp();
  const { id, name, enabledUntil } = category;
  const kept = category.enabled && enabledUntil;
  return (
    <FormSelect
      id={`ends-${id}`}
      aria-label={intl.formatMessage({ id: "logSettings.endsOf" }, { name: name ?? id })}
      value={choice.ends}
      onChange={(_, ends) => onChoose({ verbose: true, ends: ends as Ends })}
    >
      {kept && (
        <FormSelectOption
          value="kept"
          label={intl.formatMessage({ id: "logSettings.until" }, { moment: show(enabledUntil) })}
        />
      )}
      <FormSelectOption value="never" label={intl.formatMessage({ id: "logSettings.never" })} />
      {MINUTES.map((minutes) => (
        <FormSelectOption
          key={minutes}
          value={minutes}
          label={intl.formatMessage({ id: "logSettings.after" }, { hours: Math.floor(Number(minutes) / 60) })}
        />
      ))}
    </FormSelect>
  );
}
