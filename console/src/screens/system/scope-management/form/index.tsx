/** The form at `…/add` and at `…/edit?name=…`, in one bundle. The tab in the URL selects the collection. */

import { Checkbox } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Choices } from "../../../../features/scopes/useAvailable.ts";
import { message } from "../../../../messages.ts";
import { paths } from "../../../../paths.ts";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../../platform/forms/EditPage.tsx";
import { bind, TextAreaField, TextField } from "../../../../platform/forms/fields/fields.tsx";
import { type EntityForm, type StoredQuery, useEntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { useAccess } from "../../../../platform/page/pageInfo.ts";
import { choicesQuery, createEntry, type Entry, entryQuery, PAGE_SIZE, replaceEntry, SCOPES } from "../api.ts";
import { type Collection, isGroups, toCollection } from "../collections.ts";
import { type Field, fieldOf, isChanged, missing, toEntry, toValues, type Values } from "./form.ts";
import "../scope-management.css";

export default function ScopeFormScreen() {
  const { tab, name } = useSearch({ strict: false });
  const collection = toCollection(tab);
  if (name === undefined) return <ScopeEditor collection={collection} />;
  return <EditScope key={name} collection={collection} name={name} />;
}

function EditScope({ collection, name }: { collection: Collection; name: string }) {
  return <ScopeEditor collection={collection} query={useQuery(entryQuery(collection, name))} />;
}

interface ScopeEditorProps {
  collection: Collection;
  /** Reads the edited scope or group; undefined for a new one. */
  query?: StoredQuery<Entry>;
}

/** Creates or changes a scope or group, and returns to the previous list. */
function ScopeEditor({ collection, query }: ScopeEditorProps) {
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
    // Returns to the previous page of the list.
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

// The drag-and-drop code is a large part of the bundle, and forms of single scopes do not need it.
const ScopePicker = lazy(async () => ({
  default: (await import("../../../../features/scopes/ScopePicker.tsx")).ScopePicker,
}));

const LONGEST_NAME = 256;

interface ScopeFieldsProps {
  form: EntityForm<Entry, Values>;
  collection: Collection;
  isNew: boolean;
  readOnly: boolean;
}

function ScopeFields({ form, collection, isNew, readOnly }: ScopeFieldsProps) {
  const intl = useIntl();
  const { values, errors, change } = form;
  const choices = useMemo<Choices>(
    () => ({
      pageSize: PAGE_SIZE,
      page: (client, filter, page) => client.fetchQuery(choicesQuery(collection, filter, page)),
    }),
    [collection],
  );
  const nameHelp = isNew
    ? values.dynamic
      ? message("scope.dynamicNameHelp")
      : message("scope.nameHelp")
    : message("scope.nameStays");
  return (
    <>
      <TextField
        {...bind(form, "name")}
        label={<FormattedMessage id="scopes.name" />}
        help={<FormattedMessage {...nameHelp} />}
        isRequired
        maxLength={LONGEST_NAME}
        autoCapitalize="none"
        spellCheck={false}
        {...(!isNew && { readOnlyVariant: "default" as const })}
      />
      <TextAreaField
        {...bind(form, "description")}
        label={<FormattedMessage id="scopes.entryDescription" />}
        help={<FormattedMessage id="scope.descriptionHelp" />}
        isRequired
        rows={2}
      />
      {isGroups(collection) ? (
        <div>
          <Suspense
            fallback={
              <div className="hanse-scopes__picker-space">
                <span className="pf-v6-screen-reader">{intl.formatMessage({ id: "ui.loading" })}</span>
              </div>
            }
          >
            <ScopePicker
              texts={{
                label: message("scope.members"),
                help: message("scope.membersHelp"),
                none: message("scope.noMembers"),
              }}
              choices={choices}
              selected={values.scopes}
              readOnly={readOnly}
              error={errors.get("scopes")}
              onChange={(scopes) => change({ scopes })}
            />
          </Suspense>
        </div>
      ) : (
        <Checkbox
          id="dynamic"
          label={<FormattedMessage id="scope.dynamic" />}
          description={errors.get("dynamic") ?? <FormattedMessage id="scope.dynamicHelp" />}
          isChecked={values.dynamic}
          // An error of the name may be about its asterisk.
          onChange={(_, dynamic) => change({ dynamic }, ["dynamic", "name"])}
        />
      )}
    </>
  );
}
