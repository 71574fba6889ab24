import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { etagOf, type Versioned } from "../../../../api/transport.ts";
import { useMessages } from "../../../../app/messages/Messages.tsx";
import { paths } from "../../../../app/paths.ts";
import { useAccess } from "../../../../forms/access.ts";
import { ConflictDialog } from "../../../../forms/ConflictDialog.tsx";
import { EditPage, type Loading } from "../../../../forms/EditPage.tsx";
import { message } from "../../../../messages.ts";
import { type Entry, SCOPES } from "../api.ts";
import { type Collection, isGroups } from "../collections.ts";
import { toEntry } from "./form.ts";
import { ScopeFields } from "./ScopeFields.tsx";
import { useScopeForm } from "./useScopeForm.ts";
import "../scope-management.css";

interface ScopeEditorProps {
  collection: Collection;
  isNew: boolean;
  loading: Loading;
  /** Once it is loaded; a new one has none. */
  stored: Versioned<Entry> | undefined;
  onTakeTheirs: (theirs: Versioned<Entry>) => void;
}

export function ScopeEditor({ collection, isNew, loading, stored, onTakeTheirs }: ScopeEditorProps) {
  const intl = useIntl();
  const client = useQueryClient();
  const messages = useMessages();
  const navigate = useNavigate();
  const access = useAccess("ADMINISTRATOR");
  const title = intl.formatMessage({ id: `${isNew ? "scopesAdd" : "scopesEdit"}.${collection}` });

  function leave(saved = false) {
    // Back to the page of the list from which one came.
    const search = ({ name: _, ...rest }: Record<string, unknown>) => rest;
    void navigate({ to: paths.scopes, search, ignoreBlocker: saved } as Parameters<typeof navigate>[0]);
  }

  const form = useScopeForm({
    collection,
    stored,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: SCOPES });
      messages.success();
      leave(true);
    },
  });
  const { save, labels } = form;
  const shown = (entry: Entry) => ({
    ...entry,
    dynamic: intl.formatMessage(entry.dynamic ? message("keys.yes") : message("keys.no")),
  });

  return (
    <EditPage
      title={title}
      description={
        <FormattedMessage {...(isGroups(collection) ? message("scope.addGroup") : message("scope.addScope"))} />
      }
      breadcrumb={{ last: title }}
      loading={loading}
      access={access}
      dirty={form.dirty}
      saving={save.saving}
      disabledReason={form.knownWrong ? intl.formatMessage({ id: "scope.correct" }) : undefined}
      error={save.error}
      findings={form.findings}
      onSave={form.send}
      onCancel={() => leave()}
      cancelLeaves
    >
      <ScopeFields form={form} collection={collection} isNew={isNew} readOnly={access !== "editable"} />
      {save.conflict && (
        <ConflictDialog
          conflict={{ ...save.conflict, current: shown(save.conflict.current as Entry) }}
          mine={shown(toEntry(form.values, collection))}
          fields={(["name", "description", "dynamic", "scopes"] as const).map((name) => ({
            name,
            label: labels[name],
          }))}
          saving={save.saving}
          onTakeTheirs={() => {
            if (!save.conflict) return;
            onTakeTheirs({ data: save.conflict.current as Entry, etag: etagOf(save.conflict.revision) });
            form.reset();
          }}
          onSaveOver={save.saveOver}
          onClose={save.dismiss}
        />
      )}
    </EditPage>
  );
}
