/** Log Settings at /system/server/log-settings (specification 2, sections 2, 5 and 8). */

import { useQuery } from "@tanstack/react-query";
import { useIntl } from "react-intl";
import { ConflictDialog } from "../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../platform/forms/EditPage.tsx";
import { useEntityForm } from "../../../platform/forms/useEntityForm.ts";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { logSettingsQuery, type Settings, saveLogSettings } from "./api.ts";
import { CategoryTable } from "./CategoryTable.tsx";
import { choiceOf, isChanged, namesOn, toSettings, toValues, type Values } from "./form.ts";
import { Migrated } from "./Migrated.tsx";
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
