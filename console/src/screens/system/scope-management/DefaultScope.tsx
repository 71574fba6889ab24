/** The Default Scope tab: one field of the authorization server's settings. */
import { FormGroup, TextArea } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { etagOf, type Versioned } from "../../../api/transport.ts";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { useAccess } from "../../../forms/access.ts";
import { ConflictDialog } from "../../../forms/ConflictDialog.tsx";
import { EditForm, type Loading } from "../../../forms/EditPage.tsx";
import { sortErrors } from "../../../forms/serverErrors.ts";
import { useSave } from "../../../forms/useSave.ts";
import { FieldHelp } from "../../../ui/FieldHelp.tsx";
import { type Settings, saveSettings, settingsQuery } from "./api.ts";

const FIELD = "defaultScopeDescription";

export function DefaultScope() {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const access = useAccess("ADMINISTRATOR");
  const { data, error, refetch } = useQuery(settingsQuery);
  const [typed, setTyped] = useState<string>();
  const stored = data?.data[FIELD] ?? "";
  const value = typed ?? stored;

  const save = useSave<Settings, Settings>({
    send: async (settings, etag) => saveSettings({ ...base(), [FIELD]: settings[FIELD] ?? "" }, etag),
    onSaved: (saved) => {
      accept(saved);
      messages.success();
    },
  });

  /** Saving over somebody else's version changes this field and leaves the rest as they have stored it. */
  function base(): Settings {
    return (save.conflict?.current as Settings | undefined) ?? data?.data ?? {};
  }

  function accept(settings: Versioned<Settings>) {
    client.setQueryData(settingsQuery.queryKey, settings);
    setTyped(undefined);
    save.dismiss();
  }

  const loading: Loading = data
    ? { kind: "loaded" }
    : error
      ? { kind: "failed", error, onRetry: () => void refetch() }
      : { kind: "loading", fields: 1 };
  const finding = save.error && sortErrors(save.error, (path) => path === FIELD).fields.get(FIELD);

  return (
    <div className="hanse-scopes__default">
      <EditForm
        loading={loading}
        access={access}
        dirty={value !== stored}
        saving={save.saving}
        disabledReason={undefined}
        error={save.error}
        onSave={() => save.save({ [FIELD]: value }, data?.etag)}
        onCancel={() => {
          setTyped(undefined);
          save.dismiss();
        }}
      >
        <FormGroup label={<FormattedMessage id="scopes.defaultLabel" />} fieldId="default-scope">
          <TextArea
            id="default-scope"
            value={value}
            onChange={(_, next) => {
              if (!save.saving) setTyped(next);
            }}
            rows={4}
            resizeOrientation="vertical"
            validated={finding ? "error" : "default"}
            aria-describedby="default-scope-help"
          />
          <FieldHelp id="default-scope-help" error={finding}>
            <FormattedMessage id="scopes.defaultHelp" />
          </FieldHelp>
        </FormGroup>
      </EditForm>
      {save.conflict && (
        <ConflictDialog
          conflict={save.conflict}
          mine={{ [FIELD]: value }}
          fields={[{ name: FIELD, label: intl.formatMessage({ id: "scopes.defaultLabel" }) }]}
          saving={save.saving}
          onTakeTheirs={() =>
            save.conflict && accept({ data: save.conflict.current as Settings, etag: etagOf(save.conflict.revision) })
          }
          onSaveOver={save.saveOver}
          onClose={save.dismiss}
        />
      )}
    </div>
  );
}
