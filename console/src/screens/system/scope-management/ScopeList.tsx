import CubesIcon from "@patternfly/react-icons/dist/esm/icons/cubes-icon";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../../app/paths.ts";
import { useSession } from "../../../app/session/SessionProvider.tsx";
import { mayChange } from "../../../app/session/session.ts";
import { ListView } from "../../../forms/list/ListView.tsx";
import { useServerList } from "../../../forms/list/useServerList.ts";
import { EmptyList } from "../../../ui/list/EmptyList.tsx";
import { type Entry, listKey, readEntries } from "./api.ts";
import type { Collection } from "./collections.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";

// What a table that sorts needs is fetched beside the list itself, and not before it.
const table = import("./table/ScopesTable.tsx");
const ScopesTable = lazy(async () => ({ default: (await table).ScopesTable }));

const EMPTY = {
  commonScopes: "scopesNoCommon",
  commonScopeGroups: "scopesNoCommonGroups",
  exclusiveScopes: "scopesNoExclusive",
  exclusiveScopeGroups: "scopesNoExclusiveGroups",
} as const;

/** One tab: what is in a collection, searched, sorted and paged by the server. */
export function ScopeList({ collection }: { collection: Collection }) {
  const intl = useIntl();
  const editable = mayChange(useSession(), "ADMINISTRATOR");
  const list = useServerList(listKey(collection), (query) => readEntries(collection, query));
  const [toDelete, setToDelete] = useState<Entry>();
  const focusOnceGone = useFocusOnceGone(list.items);
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
          <Suspense>
            <ScopesTable
              collection={collection}
              entries={entries}
              descending={list.query.sortOrder === "DESC"}
              editable={editable}
              onSort={list.sort}
              onDelete={setToDelete}
            />
          </Suspense>
        )}
      </ListView>
      {toDelete && (
        <DeleteDialog
          collection={collection}
          name={toDelete.name}
          onDeleted={() => focusOnceGone(toDelete.name)}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </div>
  );
}

/** The button that had the focus goes with its row: the screen's heading takes it. */
function useFocusOnceGone(items: readonly Entry[] | undefined): (name: string) => void {
  const going = useRef<string>(undefined);
  useEffect(() => {
    if (going.current === undefined || !items || items.some(({ name }) => name === going.current)) return;
    going.current = undefined;
    document.querySelector<HTMLElement>("main h1")?.focus();
  }, [items]);
  return (name) => {
    going.current = name;
  };
}
