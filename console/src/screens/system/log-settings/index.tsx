/** Log Settings at /system/server/log-settings (specification 2, sections 2, 5 and 8). */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { etagOf } from "../../../api/transport.ts";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { useAccess } from "../../../forms/access.ts";
import { ConflictDialog } from "../../../forms/ConflictDialog.tsx";
import { EditPage, type Loading } from "../../../forms/EditPage.tsx";
import { useSave } from "../../../forms/useSave.ts";
import { logSettingsQuery, type Settings, type Stored, saveLogSettings } from "./api.ts";
import { CategoryTable } from "./CategoryTable.tsx";
import { type Choices, choiceOf, isChanged, namesOn, toSettings } from "./form.ts";
import { Migrated } from "./Migrated.tsx";
import "./log-settings.css";

export default function LogSettings() {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const access = useAccess("ADMINISTRATOR");
  const { data, error, refetch } = useQuery(logSettingsQuery);
  const [choices, setChoices] = useState<Choices>({});
  const categories = data?.data.logCategories ?? [];

  const save = useSave<Settings, Settings>({
    send: async (settings, etag) => {
      try {
        return await saveLogSettings(settings, etag);
      } catch (failure) {
        messages.error(intl.formatMessage({ id: "forms.failed" })); // The reason and the request id are told above the form.
        throw failure;
      }
    },
    onSaved: (stored) => {
      accept(stored);
      messages.success();
    },
  });

  function accept(stored: Stored) {
    client.setQueryData(logSettingsQuery.queryKey, stored);
    setChoices({});
    save.dismiss();
  }

  const loading: Loading = data
    ? { kind: "loaded" }
    : error
      ? { kind: "failed", error, onRetry: () => void refetch() }
      : { kind: "loading", fields: 10 };
  const { conflict } = save;

  return (
    <EditPage
      title={intl.formatMessage({ id: "logSettings.title" })}
      description={<FormattedMessage id="logSettings.description" />}
      breadcrumb="navigation"
      loading={loading}
      access={access}
      dirty={isChanged(categories, choices)}
      saving={save.saving}
      disabledReason={undefined}
      error={save.error}
      onSave={() => save.save(toSettings(categories, choices), data?.etag)}
      onCancel={() => {
        setChoices({});
        save.dismiss();
      }}
    >
      <Migrated editable={access === "editable"} />
      <CategoryTable
        categories={categories}
        choices={choices}
        editable={access === "editable"}
        onChoose={(id, choice) => setChoices((before) => ({ ...before, [id]: choice }))}
      />
      {conflict && (
        <ConflictDialog
          conflict={{
            ...conflict,
            current: {
              on: namesOn((conflict.current as Settings).logCategories ?? [], ({ enabled }) => Boolean(enabled)),
            },
          }}
          mine={{ on: namesOn(categories, (category) => choiceOf(category, choices).verbose) }}
          fields={[{ name: "on", label: intl.formatMessage({ id: "logSettings.differing" }) }]}
          saving={save.saving}
          onTakeTheirs={() => accept({ data: conflict.current as Settings, etag: etagOf(conflict.revision) })}
          onSaveOver={save.saveOver}
          onClose={save.dismiss}
        />
      )}
    </EditPage>
  );
}
