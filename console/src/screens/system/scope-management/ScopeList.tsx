import CubesIcon from "@patternfly/react-icons/dist/esm/icons/cubes-icon";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import { DeleteDialog } from "../../../platform/forms/dialog/DeleteDialog.tsx";
import { EmptyList } from "../../../platform/list/EmptyList.tsx";
import { ListView } from "../../../platform/list/ListView.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { headingOnceGone, useFocusAfterRender } from "../../../platform/ui/useFocusAfterRender.ts";
import { COLLECTION_ROOT, deleteEntry, type Entry, listKey, readEntries, SCOPES } from "./api.ts";
import { type Collection, isGroups } from "./collections.ts";
import { ScopesTable } from "./ScopesTable.tsx";

const EMPTY = {
  commonScopes: "scopesNoCommon",
  commonScopeGroups: "scopesNoCommonGroups",
  exclusiveScopes: "scopesNoExclusive",
  exclusiveScopeGroups: "scopesNoExclusiveGroups",
} as const;

/** One tab: what is in a collection, searched, sorted and paged by the server. */
export function ScopeList({ collection }: { collection: Collection }) {
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
