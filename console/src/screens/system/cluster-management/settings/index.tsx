/** The settings of Cluster Management (specification 2, sections 2, 5 and 8). */

import { Checkbox } from "@patternfly/react-core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { consoleInfoQuery } from "../../../../features/nodes/consoleInfo.ts";
import { message } from "../../../../messages.ts";
import { paths } from "../../../../paths.ts";
import { admin } from "../../../../platform/api/client.ts";
import type { components } from "../../../../platform/api/generated/admin.ts";
import { body, editedQuery, ifMatch, type Versioned, versioned } from "../../../../platform/api/transport.ts";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../../platform/forms/EditPage.tsx";
import { useEntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { useUiSettings } from "../../../../platform/page/uiSettings.ts";
import { Unauthorized } from "../Unauthorized.tsx";

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

/** Shows a notice to those who may not see the cluster, before anything is requested, as Cluster Management does. */
export default function ClusterSettings() {
  const { settings } = useUiSettings();
  const info = useQuery(consoleInfoQuery).data;
  if (settings && !settings.adminVisible) return <Unauthorized />;
  // Cluster Management explains how to form a cluster.
  if (info && !info.data.clustered) return <Navigate to={paths.clusterManagement} replace />;
  return <SettingsForm isAllowed={settings !== undefined && info !== undefined} />;
}

function SettingsForm({ isAllowed }: { isAllowed: boolean }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const settings = useQuery({ ...settingsQuery, enabled: isAllowed });
  const storage = useQuery({ ...clientStorageQuery, enabled: isAllowed });
  const leave = (saved: boolean) => void navigate({ to: paths.clusterManagement, ignoreBlocker: saved });
  const form = useEntityForm<Stored["data"], Settings>({
    query: {
      data: storage.data && settings.data,
      error: settings.error ?? storage.error,
      refetch: () => Promise.all([settings.refetch(), storage.refetch()]),
    },
    queryKey: settingsQuery.queryKey,
    fields: 2,
    toValues: toSettings,
    send: saveSettings,
    fieldAt: () => undefined,
    announcesFailure: true,
    onSaved: () => leave(true),
  });
  // Clients in an external store are not replicated.
  const boxes = BOXES.filter(({ name }) => name !== "replicateClientsOnSave" || storage.data?.isXmlClientStorage);

  return (
    <EditPage
      {...form.page}
      breadcrumb={{ last: intl.formatMessage({ id: "clusterManagement.settings" }) }}
      onCancel={() => leave(true)}
      cancelLeaves
    >
      {boxes.map(({ name, label, help }) => (
        <Checkbox
          key={name}
          id={name}
          label={<FormattedMessage {...label} />}
          description={<FormattedMessage {...help} />}
          isChecked={form.values[name]}
          onChange={(_, checked) => form.change({ [name]: checked })}
        />
      ))}
      {form.conflict && (
        <ConflictDialog
          {...form.conflict}
          current={inWords(toSettings(form.conflict.current))}
          mine={inWords(form.values)}
          fields={boxes.map(({ name, label }) => ({ name, label: intl.formatMessage(label) }))}
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

type Schema = components["schemas"]["ClusterSettings"];
type Settings = Schema & Required<Pick<Schema, "replicateConnectionsOnSave" | "replicateClientsOnSave">>;
type Stored = Versioned<Schema>;

const settingsQuery = editedQuery<Schema>(["cluster", "settings"], () => admin.GET("/cluster/settings"));

/** True if clients are part of the replicated configuration (specification 2, section 7). */
const clientStorageQuery = queryOptions({
  queryKey: ["cluster", "clientStorage"],
  queryFn: () => body(admin.GET("/internal/clientStorage")),
});

function saveSettings(settings: Settings, etag: string | undefined): Promise<Stored> {
  return versioned(admin.PUT("/cluster/settings", { body: settings, headers: ifMatch(etag) }));
}

function toSettings(stored: Stored["data"] = {}): Settings {
  const { replicateConnectionsOnSave = false, replicateClientsOnSave = false, ...others } = stored;
  // Settings that the page does not show are kept.
  return { ...others, replicateConnectionsOnSave, replicateClientsOnSave };
}
