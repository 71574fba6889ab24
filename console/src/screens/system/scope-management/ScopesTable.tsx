import { Label } from "@patternfly/react-core";
import { Link, useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import { ItemActions } from "../../../platform/list/ItemActions.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import type { Entry } from "./api.ts";
import { type Collection, isGroups } from "./collections.ts";

interface ScopesTableProps {
  collection: Collection;
  entries: readonly Entry[];
  descending: boolean;
  editable: boolean;
  onSort: (descending: boolean) => void;
  onDelete: (entry: Entry) => void;
}

/** One page of a collection. On a narrow screen each entry is a card. */
export function ScopesTable({ collection, entries, descending, editable, onSort, onDelete }: ScopesTableProps) {
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

/** How many scopes of a group a list names before it counts the rest (specification 2, section 9). */
const NAMED = 5;

/** The scopes of a group: the first by name, and how many more there are. */
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
            {intl.formatMessage({ id: "scopes.moreMembersSaid" }, { count: more, total: names.length })}
          </span>
        </li>
      )}
    </ul>
  );
}
