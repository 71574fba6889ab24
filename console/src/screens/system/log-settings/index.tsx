/** Log Settings at /system/server/log-settings (specification 2, sections 2, 5 and 8). */

import { AlertActionLink, Checkbox, FormSelect, FormSelectOption } from "@patternfly/react-core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { ConflictDialog } from "../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../platform/forms/EditPage.tsx";
import { useEntityForm } from "../../../platform/forms/useEntityForm.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import { pageHeading } from "../../../platform/ui/useFocusAfterRender.ts";
import {
  type Category,
  type Choice,
  type Choices,
  choiceOf,
  type Ends,
  isChanged,
  logSettingsQuery,
  MINUTES,
  markMerged,
  migratedQuery,
  namesOn,
  type Settings,
  saveLogSettings,
  toggled,
  toSettings,
  toValues,
  type Values,
} from "./form.ts";
import "./log-settings.css";

export default function LogSettings() {
  const intl = useIntl();
  const access = useAccess();
  const form = useEntityForm<Settings, Values>({
    query: useQuery(logSettingsQuery),
    queryKey: logSettingsQuery.queryKey,
    fields: 10,
    toValues,
    isChanged,
    send: (values, etag) => saveLogSettings(toSettings(values), etag),
    fieldAt: () => undefined,
    announcesFailure: true,
  });
  const { categories, choices } = form.values;

  return (
    <EditPage {...form.page}>
      <Migrated editable={access === "editable"} />
      <CategoryTable
        categories={categories}
        choices={choices}
        editable={access === "editable"}
        onChoose={(id, choice) => form.change((before) => ({ choices: { ...before.choices, [id]: choice } }))}
      />
      {form.conflict && (
        <ConflictDialog
          {...form.conflict}
          current={{ on: namesOn(form.conflict.current.logCategories ?? [], ({ enabled }) => Boolean(enabled)) }}
          mine={{ on: namesOn(categories, (category) => choiceOf(category, choices).verbose) }}
          fields={[{ name: "on", label: intl.formatMessage({ id: "logSettings.differing" }) }]}
        />
      )}
    </EditPage>
  );
}

/** Says that settings wait for a migrated configuration, as long as its file exists. */
function Migrated({ editable }: { editable: boolean }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const { data } = useQuery(migratedQuery);
  const merge = useMutation({
    mutationFn: markMerged,
    onSuccess: (found) => {
      client.setQueryData(migratedQuery.queryKey, found);
      messages.success(intl.formatMessage({ id: "logSettings.merged" }));
      pageHeading()?.focus();
    },
    onError: (error) => messages.error(error),
  });
  if (!data?.waiting) return null;
  return (
    <Alert
      className="hanse-log-migrated"
      variant="warning"
      component="h2"
      title={<FormattedMessage id="logSettings.migratedTitle" />}
      actionLinks={
        editable && (
          <AlertActionLink component="button" onClick={() => merge.mutate()} isDisabled={merge.isPending}>
            <FormattedMessage id="logSettings.markMerged" />
          </AlertActionLink>
        )
      }
    >
      <FormattedMessage id="logSettings.migrated" values={{ file: <code>{data.file}</code> }} />
    </Alert>
  );
}

interface CategoryTableProps {
  categories: readonly Category[];
  choices: Choices;
  editable: boolean;
  onChoose: (id: string, choice: Choice) => void;
}

function CategoryTable({ categories, choices, editable, onChoose }: CategoryTableProps) {
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
