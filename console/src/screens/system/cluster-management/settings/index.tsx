/** The settings of Cluster Management (specification 2, sections 2, 5 and 8). */

import { Checkbox } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useMessages } from "../../../../app/messages/Messages.tsx";
import { paths } from "../../../../app/paths.ts";
import { useAccess } from "../../../../forms/access.ts";
import { ConflictDialog } from "../../../../forms/ConflictDialog.tsx";
import { EditPage, type Loading } from "../../../../forms/EditPage.tsx";
import { useSave } from "../../../../forms/useSave.ts";
import { message } from "../../../../messages.ts";
import { clientStorageQuery, type Settings, type Stored, saveSettings, settingsQuery, toSettings } from "./api.ts";

const BOXES = [
  {
    name: "replicateConnectionsOnSave",
    label: message("clusterSettings.connections"),
    help: message("clusterSettings.connectionsHelp"),
  },
  {
    name: "replicateClientsOnSave",
    label: message("clusterSettings.clients"),
    help: message("clusterSettings.clientsHelp"),
  },
] as const;

export default function ClusterSettings() {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(settingsQuery);
  const storage = useQuery(clientStorageQuery);
  const [choice, setChoice] = useState<Partial<Settings>>({});
  const [left, setLeft] = useState(false);
  const stored = toSettings(data?.data ?? {});
  const values = { ...stored, ...choice };
  const dirty = !left && BOXES.some(({ name }) => values[name] !== stored[name]);

  // Once nothing is unsaved any more, so that nobody is asked about it.
  useEffect(() => {
    if (left) void navigate({ to: paths.clusterManagement });
  }, [left, navigate]);

  const save = useSave<Settings, Stored["data"]>({
    send: async (settings, etag) => {
      try {
        return await saveSettings(settings, etag);
      } catch (failure) {
        messages.error(intl.formatMessage({ id: "forms.failed" })); // The reason and the request id are told above the form.
        throw failure;
      }
    },
    onSaved: () => {
      messages.success();
      setLeft(true);
    },
  });
  const { conflict } = save;

  const failure = error ?? storage.error;
  const retry = () => void Promise.all([refetch(), storage.refetch()]);
  const loading: Loading =
    data && storage.data
      ? { kind: "loaded" }
      : failure
        ? { kind: "failed", error: failure, onRetry: retry }
        : { kind: "loading", fields: 2 };
  // Clients in a store of their own are nothing that is replicated.
  const boxes = BOXES.filter(({ name }) => name !== "replicateClientsOnSave" || storage.data?.isXmlClientStorage);

  return (
    <EditPage
      title={intl.formatMessage({ id: "clusterSettings.title" })}
      description={<FormattedMessage id="clusterSettings.description" />}
      breadcrumb={{ last: intl.formatMessage({ id: "clusterManagement.settings" }) }}
      loading={loading}
      access={useAccess("ADMINISTRATOR")}
      dirty={dirty}
      saving={save.saving}
      disabledReason={undefined}
      error={save.error}
      onSave={() => save.save(values, data?.etag)}
      onCancel={() => setLeft(true)}
      cancelLeaves
    >
      {boxes.map(({ name, label, help }) => (
        <Checkbox
          key={name}
          id={name}
          label={<FormattedMessage {...label} />}
          description={<FormattedMessage {...help} />}
          isChecked={values[name]}
          onChange={(_, checked) => setChoice((before) => ({ ...before, [name]: checked }))}
        />
      ))}
      {conflict && (
        <ConflictDialog
          conflict={{ ...conflict, current: inWords(toSettings(conflict.current)) }}
          mine={inWords(values)}
          fields={boxes.map(({ name, label }) => ({ name, label: intl.formatMessage(label) }))}
          saving={save.saving}
          onTakeTheirs={() => {
            setChoice({});
            save.dismiss();
            void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
          }}
          onSaveOver={save.saveOver}
          onClose={save.dismiss}
        />
      )}
    </EditPage>
  );

  function inWords(settings: Settings): Record<string, string> {
    return Object.fromEntries(
      BOXES.map(({ name }) => [
        name,
        intl.formatMessage(settings[name] ? message("clusterSettings.on") : message("clusterSettings.off")),
      ]),
    );
  }
}
