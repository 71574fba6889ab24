/** The form at `…/add` and at `…/edit/{id}`, in one bundle. */

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../../../paths.ts";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../../platform/forms/EditPage.tsx";
import { bind, TextAreaField, TextField } from "../../../../platform/forms/fields/fields.tsx";
import { type StoredQuery, useEntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { useAccess } from "../../../../platform/page/pageInfo.ts";
import { CONNECTIONS, type Connection, connectionQuery, createConnection, replaceConnection } from "../api.ts";
import { CredentialField } from "./CredentialField.tsx";
import { type ConnectionForm, FIELDS, isChanged, missing, toBody, toValues, type Values } from "./form.ts";
import "./connection-form.css";

export default function ConnectionScreen() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <ConnectionEditor /> : <EditConnection key={id} id={id} />;
}

export function EditConnection({ id }: { id: string }) {
  return <ConnectionEditor query={useQuery(connectionQuery(id))} />;
}

/** Creates a connection, or changes the one that `query` reads, and returns to the previous list. */
export function ConnectionEditor({ query }: { query?: StoredQuery<Connection> }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const access = useAccess();
  const labels = {
    credential: intl.formatMessage({ id: "pingOne.credential" }),
    name: intl.formatMessage({ id: "pingOneConnection.name" }),
    description: intl.formatMessage({ id: "pingOne.description" }),
  };
  const leave = (saved: boolean) => void navigate({ to: paths.pingOneConnections, search: true, ignoreBlocker: saved });
  const form = useEntityForm<Connection, Values>({
    query,
    ...(query?.data && { queryKey: connectionQuery(query.data.data.id).queryKey }),
    fields: FIELDS.length,
    toValues,
    isChanged,
    missing: (values) => missing(values, query === undefined),
    send: (values, etag, base) => {
      const body = toBody(values, base);
      return base
        ? replaceConnection({ ...body, id: base.id }, etag, values.checking)
        : createConnection(body, values.checking);
    },
    fieldAt: (path) => {
      const name = FIELDS.find((field) => field === path);
      return name && { name, label: labels[name] };
    },
    invalidates: CONNECTIONS,
    onSaved: () => leave(true),
  });

  /** Credentials are compared by their IDs, because nothing else of them is visible. */
  function mine(stored: Connection) {
    const body = toBody(form.values, stored);
    return {
      ...body,
      ...(body.credential && { credentialId: intl.formatMessage({ id: "pingOneConnection.newCredential" }) }),
    };
  }

  return (
    <EditPage
      {...form.page}
      disabledReason={form.page.disabledReason && intl.formatMessage({ id: "pingOneConnection.correct" })}
      onCancel={() => leave(false)}
      cancelLeaves
    >
      <ConnectionFields form={form} editable={access === "editable"} />
      {form.conflict && (
        <ConflictDialog
          {...form.conflict}
          mine={mine(form.conflict.current)}
          fields={[
            { name: "credentialId", label: labels.credential },
            { name: "name", label: labels.name },
            { name: "description", label: labels.description },
          ]}
        />
      )}
    </EditPage>
  );
}

const LONGEST_NAME = 256;

function ConnectionFields({ form, editable }: { form: ConnectionForm; editable: boolean }) {
  return (
    <>
      <CredentialField form={form} editable={editable} />
      <TextField
        {...bind(form, "name")}
        label={<FormattedMessage id="pingOneConnection.name" />}
        help={<FormattedMessage id="pingOneConnection.nameHelp" />}
        maxLength={LONGEST_NAME}
        isRequired
      />
      <TextAreaField {...bind(form, "description")} label={<FormattedMessage id="pingOne.description" />} rows={2} />
    </>
  );
}
