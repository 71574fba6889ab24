import { Checkbox, FormSelect, FormSelectOption } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
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
      <DataTable
        aria-label={intl.formatMessage({ id: "logSettings.table" })}
        rows={categories.map((category) => ({ category, choice: choiceOf(category, choices) }))}
        keyOf={({ category }) => category.id}
        columns={[
          { head: message("logSettings.category"), cell: ({ category: { name, id } }) => name ?? id, isName: true },
          {
            head: message("logSettings.details"),
            cell: ({ category }) => category.description,
            className: "hanse-log-categories__details",
          },
          {
            head: message("logSettings.verbose"),
            cell: ({ category, choice }) => (
              <Checkbox
                id={`verbose-${category.id}`}
                aria-label={intl.formatMessage({ id: "logSettings.verboseOf" }, { name: category.name ?? category.id })}
                isChecked={choice.verbose}
                isDisabled={!editable}
                onChange={(_, verbose) => onChoose(category.id, toggled(category, verbose))}
              />
            ),
          },
          {
            head: message("logSettings.ends"),
            className: "hanse-log-categories__ends",
            cell: ({ category, choice }) =>
              choice.verbose &&
              (editable ? (
                <EndsChoice category={category} choice={choice} onChoose={(next) => onChoose(category.id, next)} />
              ) : (
                <EndsText ends={choice.ends} {...(category.enabledUntil && { until: category.enabledUntil })} />
              )),
          },
        ]}
      />
    </div>
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

interface EndsChoiceProps {
  category: Category;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function EndsChoice({ category, choice, onChoose }: EndsChoiceProps) {
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
