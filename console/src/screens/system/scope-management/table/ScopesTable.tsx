import { Button, Label } from "@patternfly/react-core";
import PencilAltIcon from "@patternfly/react-icons/dist/esm/icons/pencil-alt-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { Link, useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../../messages.ts";
import { paths } from "../../../../paths.ts";
import type { Entry } from "../api.ts";
import { type Collection, isGroups } from "../collections.ts";
import { Members } from "./Members.tsx";

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
  const [name, description, members] = [
    message("scopes.name"),
    message("scopes.entryDescription"),
    message("scopes.members"),
  ].map((message) => intl.formatMessage(message)) as [string, string, string];
  const hasMembers = isGroups(collection);
  return (
    <Table
      role="table"
      variant="compact"
      className="hanse-scopes__table"
      aria-label={intl.formatMessage({ id: `scopes.${collection}` })}
      gridBreakPoint="grid-md"
    >
      <Thead>
        <Tr>
          <Th
            width={hasMembers ? 25 : 35}
            sort={{
              columnIndex: 0,
              sortBy: { index: 0, direction: descending ? "desc" : "asc" },
              onSort: (_, __, direction) => onSort(direction === "desc"),
            }}
          >
            {name}
          </Th>
          <Th>{description}</Th>
          {hasMembers && <Th width={40}>{members}</Th>}
          {editable && <Th screenReaderText={intl.formatMessage({ id: "scopes.actions" })} />}
        </Tr>
      </Thead>
      <Tbody>
        {entries.map((entry) => (
          <Tr key={entry.name}>
            <Th scope="row" dataLabel={name} modifier="breakWord">
              <Link to={paths.scopeEdit} search={(before) => ({ ...before, name: entry.name })}>
                {entry.name}
              </Link>
              {entry.dynamic && (
                <Label isCompact className="hanse-scopes__dynamic">
                  <FormattedMessage id="scopes.dynamic" />
                </Label>
              )}
            </Th>
            <Td dataLabel={description} modifier="breakWord">
              {entry.description}
            </Td>
            {hasMembers && (
              <Td dataLabel={members} modifier="breakWord">
                <Members names={entry.scopes ?? []} />
              </Td>
            )}
            {editable && (
              <Td isActionCell>
                <RowActions name={entry.name} onDelete={() => onDelete(entry)} />
              </Td>
            )}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

function RowActions({ name, onDelete }: { name: string; onDelete: () => void }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const search = (before: Record<string, unknown>) => ({ ...before, name });
  return (
    <div className="hanse-scopes__actions">
      <Button
        variant="plain"
        icon={<PencilAltIcon />}
        aria-label={intl.formatMessage({ id: "scopes.edit" }, { name })}
        onClick={() => void navigate({ to: paths.scopeEdit, search } as Parameters<typeof navigate>[0])}
      />
      <Button
        variant="plain"
        icon={<TrashIcon />}
        aria-label={intl.formatMessage({ id: "scopes.remove" }, { name })}
        onClick={onDelete}
      />
    </div>
  );
}
