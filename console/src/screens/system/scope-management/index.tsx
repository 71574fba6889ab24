/** Scope Management at /system/oauth-settings/scope-management (specification 2, sections 2 to 9). */

import { Label, Tab, Tabs, TabTitleText } from "@patternfly/react-core";
import CubesIcon from "@patternfly/react-icons/dist/esm/icons/cubes-icon";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import { DeleteDialog } from "../../../platform/forms/dialog/DeleteDialog.tsx";
import { ItemActions } from "../../../platform/list/ActiveState.tsx";
import { EmptyList } from "../../../platform/list/EmptyList.tsx";
import { ListView } from "../../../platform/list/ListView.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import { headingOnceGone, useFocusAfterRender } from "../../../platform/ui/useFocusAfterRender.ts";
import { COLLECTION_ROOT, deleteEntry, type Entry, listKey, readEntries, SCOPES } from "./api.ts";
import { type Collection, isGroups, type ScopeTab, TABS } from "./collections.ts";
import "./scope-management.css";

// A form and its data, for one of five tabs.
const DefaultScope = lazy(async () => ({ default: (await import("./DefaultScope.tsx")).DefaultScope }));

export default function ScopeManagement() {
  const intl = useIntl();
  const navigate = useNavigate();
  const { tab = "commonScopes" } = useSearch({ strict: false });

  function show(chosen: ScopeTab) {
    // Page, search and order belong to the previous tab: the new one starts with its own (specification 2, section 4).
    void navigate({ to: ".", search: chosen === "commonScopes" ? {} : { tab: chosen } });
  }

  return (
    <Screen>
      <Tabs
        className="hanse-scopes__tabs"
        activeKey={tab}
        onSelect={(_, chosen) => show(chosen as ScopeTab)}
        mountOnEnter
        aria-label={intl.formatMessage({ id: "scopes.tabs" })}
        backScrollAriaLabel={intl.formatMessage({ id: "scopes.scrollBack" })}
        forwardScrollAriaLabel={intl.formatMessage({ id: "scopes.scrollOn" })}
      >
        {TABS.map((one) => (
          <Tab
            key={one}
            eventKey={one}
            title={
              <TabTitleText>
                <FormattedMessage id={`scopes.${one}`} />
              </TabTitleText>
            }
          >
            {/* Stays mounted, with the typed text, when another tab is chosen. */}
            {one === "defaultScope" && (
              <Suspense>
                <DefaultScope />
              </Suspense>
            )}
            {/* The URL belongs to one list, so only that list is rendered. */}
            {one !== "defaultScope" && one === tab && <ScopeList key={one} collection={one} />}
          </Tab>
        ))}
      </Tabs>
    </Screen>
  );
}

const EMPTY = {
  commonScopes: "scopesNoCommon",
  commonScopeGroups: "scopesNoCommonGroups",
  exclusiveScopes: "scopesNoExclusive",
  exclusiveScopeGroups: "scopesNoExclusiveGroups",
} as const;

/** One tab: the items of a collection, searched, sorted and paged by the server. */
function ScopeList({ collection }: { collection: Collection }) {
  const intl = useIntl();
  const editable = useAccess() === "editable";
  const list = useServerList(listKey(collection), (query) => readEntries(collection, query));
  const [toDelete, setToDelete] = useState<Entry>();
  const focusAfter = useFocusAfterRender(list.items?.map(({ name }) => name));
  const isGroup = isGroups(collection);
  const isEmpty = list.items?.length === 0 && list.query.filter === "";
  const add = editable && (
    <Link to={paths.scopeAdd} search={true} className="pf-v6-c-button pf-m-primary">
      <span className="pf-v6-c-button__text">
        <FormattedMessage id={`scopesAdd.${collection}`} />
      </span>
    </Link>
  );
  return (
    <div className="hanse-scopes__list">
      {!isEmpty && add && <div className="hanse-scopes__add">{add}</div>}
      <ListView
        list={list}
        what={intl.formatMessage({ id: `scopesWhat.${collection}` })}
        searchLabel={intl.formatMessage({ id: "scopes.search" })}
        empty={<EmptyList icon={CubesIcon} area={EMPTY[collection]} action={add} />}
        itemHeight="2.75rem"
      >
        {(entries) => (
          <ScopesTable
            collection={collection}
            entries={entries}
            descending={list.query.sortOrder === "DESC"}
            editable={editable}
            onSort={list.sort}
            onDelete={setToDelete}
          />
        )}
      </ListView>
      {toDelete && (
        <DeleteDialog
          collection={`${COLLECTION_ROOT}/${collection}`}
          id={toDelete.name}
          name={toDelete.name}
          remove={() => deleteEntry(collection, toDelete.name)}
          confirmLabel={<FormattedMessage id="scopes.deleteConfirm" />}
          inUse={isGroup ? message("scopes.groupInUse") : message("scopes.scopeInUse")}
          queryKeys={[SCOPES]}
          onDeleted={() => focusAfter(headingOnceGone(toDelete.name))}
          onClose={() => setToDelete(undefined)}
        >
          <FormattedMessage {...(isGroup ? message("scopes.deleteGroup") : message("scopes.deleteScope"))} />
        </DeleteDialog>
      )}
    </div>
  );
}

interface ScopesTableProps {
  collection: Collection;
  entries: readonly Entry[];
  descending: boolean;
  editable: boolean;
  onSort: (descending: boolean) => void;
  onDelete: (entry: Entry) => void;
}

/** One page of a collection. On a narrow screen each entry is a card. */
function ScopesTable({ collection, entries, descending, editable, onSort, onDelete }: ScopesTableProps) {
  const intl = useIntl();
  return (
    <div className="hanse-scopes__table">
      <DataTable
        aria-label={intl.formatMessage({ id: `scopes.${collection}` })}
        rows={entries}
        keyOf={({ name }) => name}
        sort={{ descending, onSort }}
        columns={[
          {
            head: message("scopes.name"),
            isName: true,
            cell: ({ name, dynamic }) => (
              <>
                <Link to={paths.scopeEdit} search={(before) => ({ ...before, name })}>
                  {name}
                </Link>
                {dynamic && (
                  <Label isCompact className="hanse-scopes__dynamic">
                    <FormattedMessage id="scopes.dynamic" />
                  </Label>
                )}
              </>
            ),
          },
          {
            head: message("scopes.entryDescription"),
            cell: ({ description }) => description,
            className: "pf-m-break-word",
          },
          isGroups(collection) && {
            head: message("scopes.members"),
            cell: ({ scopes = [] }) => <Members names={scopes} />,
            className: "pf-m-break-word",
          },
          editable && {
            head: message("scopes.actions"),
            isHeadHidden: true,
            className: "pf-v6-c-table__action",
            cell: (entry) => <RowActions name={entry.name} onDelete={() => onDelete(entry)} />,
          },
        ]}
      />
    </div>
  );
}

function RowActions({ name, onDelete }: { name: string; onDelete: () => void }) {
  const intl = useIntl();
  const navigate = useNavigate();
  return (
    <div className="hanse-scopes__actions">
      <ItemActions
        editLabel={intl.formatMessage({ id: "scopes.edit" }, { name })}
        deleteLabel={intl.formatMessage({ id: "scopes.remove" }, { name })}
        onEdit={() => void navigate({ to: paths.scopeEdit, search: (before) => ({ ...before, name }) })}
        onDelete={onDelete}
      />
    </div>
  );
}

/** The number of a group's scopes that a list names before it counts the rest (specification 2, section 9). */
const NAMED = 5;

/** The scopes of a group: the names of the first, and the number of the others. */
function Members({ names }: { names: readonly string[] }) {
  const intl = useIntl();
  const more = names.length - NAMED;
  return (
    <ul className="hanse-scopes__members">
      {names.slice(0, NAMED).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {more > 0 && (
        <li className="hanse-scopes__more">
          <span aria-hidden="true">
            <FormattedMessage id="scopes.moreMembers" values={{ count: more }} />
          </span>
          <span className="pf-v6-screen-reader">
            {intl.formatMessage({ id: "scopes.moreMembersAnnounced" }, { count: more, total: names.length })}
          </span>
        </li>
      )}
    </ul>
  );
}
