/** Log Settings at /system/server/log-settings (specification 2, sections 2, 5 and 8). */

import { AlertActionLink } from "@patternfly/react-core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { ConflictDialog } from "../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../platform/forms/EditPage.tsx";
import { useEntityForm } from "../../../platform/forms/useEntityForm.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { pageHeading } from "../../../platform/ui/useFocusAfterRender.ts";
import { logSettingsQuery, markMerged, migratedQuery, type Settings, saveLogSettings } from "./api.ts";
import { CategoryTable } from "./CategoryTable.tsx";
import { choiceOf, isChanged, namesOn, toSettings, toValues, type Values } from "./form.ts";
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

/** Says that settings wait for a migrated configuration, for as long as its file is there. */
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
      isInline
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
