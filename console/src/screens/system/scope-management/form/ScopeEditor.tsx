import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../../../paths.ts";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../../platform/forms/EditPage.tsx";
import { type StoredQuery, useEntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { useAccess } from "../../../../platform/page/pageInfo.ts";
import { createEntry, type Entry, entryQuery, replaceEntry, SCOPES } from "../api.ts";
import { type Collection, isGroups } from "../collections.ts";
import { type Field, fieldOf, inputId, isChanged, missing, toEntry, toValues, type Values } from "./form.ts";
import { ScopeFields } from "./ScopeFields.tsx";
import "../scope-management.css";
import { message } from "../../../../messages.ts";

interface ScopeEditorProps {
  collection: Collection;
  /** Reads the scope or group that is edited; undefined for a new one. */
  query?: StoredQuery<Entry>;
}

/** Creates a scope or group, or changes one, and leads back to the list one came from. */
export function ScopeEditor({ collection, query }: ScopeEditorProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const access = useAccess();
  const title = intl.formatMessage({ id: query ? `scopesEdit.${collection}` : `scopesAdd.${collection}` });
  const labels: Record<Field, string> = {
    name: intl.formatMessage({ id: "scopes.name" }),
    description: intl.formatMessage({ id: "scopes.entryDescription" }),
    dynamic: intl.formatMessage({ id: "scope.dynamic" }),
    scopes: intl.formatMessage({ id: "scope.picker" }),
  };

  function leave(saved: boolean) {
    // Back to the page of the list from which one came.
    void navigate({ to: paths.scopes, search: ({ name: _, ...rest }) => rest, ignoreBlocker: saved });
  }

  const form = useEntityForm<Entry, Values>({
    query,
    ...(query?.data && { queryKey: entryQuery(collection, query.data.data.name).queryKey }),
    fields: 3,
    toValues,
    isChanged: useCallback((values, base) => isChanged(values, base, collection), [collection]),
    check: (values) =>
      new Map(
        missing(values, collection).map((field) => [
          field,
          intl.formatMessage(field === "scopes" ? message("scope.chooseOne") : message("forms.required")),
        ]),
      ),
    send: (values, etag, base) => {
      const entry = toEntry(values, collection);
      return base ? replaceEntry(collection, entry, etag) : createEntry(collection, entry);
    },
    fieldAt: (path, sent) => {
      const name = fieldOf(path, collection);
      return name && { name, label: labels[name], of: sent.scopes[Number(path.split(".")[1])] };
    },
    idOf: inputId,
    invalidates: SCOPES,
    onSaved: () => leave(true),
  });
  const shown = (entry: Entry) => ({
    ...entry,
    dynamic: intl.formatMessage(entry.dynamic ? message("keys.yes") : message("keys.no")),
  });

  return (
    <EditPage
      {...form.page}
      title={title}
      description={
        <FormattedMessage {...(isGroups(collection) ? message("scope.addGroup") : message("scope.addScope"))} />
      }
      onCancel={() => leave(false)}
      cancelLeaves
    >
      <ScopeFields form={form} collection={collection} isNew={!query} readOnly={access !== "editable"} />
      {form.conflict && (
        <ConflictDialog
          {...form.conflict}
          current={shown(form.conflict.current)}
          mine={shown(toEntry(form.values, collection))}
          fields={(["name", "description", "dynamic", "scopes"] as const).map((name) => ({
            name,
            label: labels[name],
          }))}
        />
      )}
    </EditPage>
  );
}
