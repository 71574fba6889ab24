/** The Default Scope tab: one field of the authorization server's settings. */

import { useQuery } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { ConflictDialog } from "../../../platform/forms/ConflictDialog.tsx";
import { EditForm } from "../../../platform/forms/EditPage.tsx";
import { bind, TextAreaField } from "../../../platform/forms/fields/fields.tsx";
import { useEntityForm } from "../../../platform/forms/useEntityForm.ts";
import { type Settings, saveSettings, settingsQuery } from "./api.ts";

const FIELD = "defaultScopeDescription";

interface Values {
  [FIELD]: string;
}

export function DefaultScope() {
  const intl = useIntl();
  const label = intl.formatMessage({ id: "scopes.defaultLabel" });
  const form = useEntityForm<Settings, Values>({
    query: useQuery(settingsQuery),
    queryKey: settingsQuery.queryKey,
    fields: 1,
    toValues,
    // The other settings stay as stored, also when this overwrites another administrator's version.
    send: (values, etag, base) => saveSettings({ ...base, ...values }, etag),
    fieldAt: (path) => (path === FIELD ? { name: FIELD, label } : undefined),
  });
  return (
    <div className="hanse-scopes__default">
      <EditForm {...form.page}>
        <TextAreaField
          {...bind(form, FIELD)}
          label={label}
          help={<FormattedMessage id="scopes.defaultHelp" />}
          rows={4}
        />
      </EditForm>
      {form.conflict && <ConflictDialog {...form.conflict} mine={form.values} fields={[{ name: FIELD, label }]} />}
    </div>
  );
}

function toValues(stored: Settings | undefined): Values {
  return { [FIELD]: stored?.[FIELD] ?? "" };
}
