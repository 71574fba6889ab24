import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { etagOf, type Versioned } from "../../../../api/transport.ts";
import { useMessages } from "../../../../app/messages/Messages.tsx";
import { paths } from "../../../../app/paths.ts";
import { useAccess } from "../../../../forms/access.ts";
import { EditPage, type Loading } from "../../../../forms/EditPage.tsx";
import { CONNECTIONS, type Connection } from "../api.ts";
import { Conflicting } from "./Conflicting.tsx";
import { ConnectionFields } from "./ConnectionFields.tsx";
import { useConnectionForm } from "./useConnectionForm.ts";
import "./connection-form.css";

interface ConnectionEditorProps {
  title: string;
  description: ReactNode;
  loading: Loading;
  /** Undefined for a new connection, and while one is loading. */
  stored: Versioned<Connection> | undefined;
  /** What is stored now is to be edited instead. */
  onTakeTheirs: (theirs: Versioned<Connection>) => void;
}

/** Makes a connection or changes one, and leads back to the place in the list that one came from. */
export function ConnectionEditor({ title, description, loading, stored, onTakeTheirs }: ConnectionEditorProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const access = useAccess("ADMINISTRATOR");
  const leave = (saved = false) => void navigate({ to: paths.pingOneConnections, search: true, ignoreBlocker: saved });
  const form = useConnectionForm(stored, () => {
    void client.invalidateQueries({ queryKey: CONNECTIONS });
    messages.success();
    leave(true);
  });
  const { conflict } = form;

  return (
    <EditPage
      title={title}
      description={description}
      breadcrumb={{ last: title }}
      loading={loading}
      access={access}
      dirty={form.dirty}
      saving={form.saving}
      disabledReason={form.knownWrong ? intl.formatMessage({ id: "pingOneConnection.correct" }) : undefined}
      error={form.error}
      findings={form.findings}
      onSave={() => form.save("checked")}
      onCancel={() => leave()}
      cancelLeaves
    >
      <ConnectionFields form={form} stored={stored?.data} editable={access === "editable"} />
      {conflict && (
        <Conflicting
          conflict={conflict}
          values={form.values}
          saving={form.saving}
          onTakeTheirs={() => {
            onTakeTheirs({ data: conflict.current as Connection, etag: etagOf(conflict.revision) });
            form.reset();
          }}
          onSaveOver={form.saveOver}
          onClose={form.dismiss}
        />
      )}
    </EditPage>
  );
}
