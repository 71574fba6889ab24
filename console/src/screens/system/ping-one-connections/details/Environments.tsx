import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../../messages.ts";
import { NoHits } from "../../../../platform/list/NoHits.tsx";
import { hasPages, Pager } from "../../../../platform/list/Pager.tsx";
import { SearchField } from "../../../../platform/list/SearchField.tsx";
import { PAGE_SIZES } from "../../../../platform/list/search.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../../platform/ui/table/Table.tsx";
import { type Environment, environmentsQuery } from "../api.ts";
import { Asking } from "./Asking.tsx";
import { PartFailed } from "./PartFailed.tsx";

/** The environments that the connection may see, as the cloud says now. */
export function Environments({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(environmentsQuery(id));
  if (!data && isFetching) {
    return (
      <div role="status">
        <Asking what={message("pingOneConnections.askingEnvironments")} />
      </div>
    );
  }
  if (!data) return error && <PartFailed error={error} onRetry={() => void refetch()} />;
  if (data.items.length > 0) return <Found environments={data.items} />;
  return (
    <p className="hanse-connection__none">
      <FormattedMessage id="pingOneConnections.noEnvironments" />
    </p>
  );
}

/** All of them were sent: turning a page of them does not ask the cloud again, which is far away. */
function Found({ environments }: { environments: readonly Environment[] }) {
  const intl = useIntl();
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState<number>(PAGE_SIZES[0]);
  const what = intl.formatMessage({ id: "pingOneConnections.environmentsOf" });
  const found = environments.filter(({ name, id }) => `${name}\n${id}`.toLowerCase().includes(search.toLowerCase()));
  const start = (page - 1) * perPage;

  function find(next: string) {
    setSearch(next);
    setPage(1);
  }

  return (
    <div className="hanse-connection__environments">
      {environments.length > PAGE_SIZES[0] && (
        <SearchField
          label={intl.formatMessage({ id: "pingOneConnections.searchEnvironments" })}
          value={search}
          onSearch={find}
        />
      )}
      {found.length === 0 && <NoHits what={what} search={search} onClear={() => find("")} />}
      {found.length > 0 && <EnvironmentsTable environments={found.slice(start, start + perPage)} />}
      {hasPages({ total: found.length }) && (
        <Pager
          what={what}
          total={found.length}
          page={page}
          perPage={perPage}
          onPage={setPage}
          onPerPage={(next) => {
            setPerPage(next);
            setPage(1);
          }}
        />
      )}
    </div>
  );
}

function EnvironmentsTable({ environments }: { environments: readonly Environment[] }) {
  const intl = useIntl();
  const [name, type, id] = [
    message("pingOneConnections.environment"),
    message("pingOneConnections.environmentType"),
    message("pingOneConnections.environmentId"),
  ].map((label) => intl.formatMessage(label));
  return (
    <Table aria-label={intl.formatMessage({ id: "pingOneConnections.environments" })}>
      <Thead>
        <Tr>
          <Th>{name}</Th>
          <Th>{type}</Th>
          <Th>{id}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {environments.map((one) => (
          <Tr key={one.id}>
            <Td dataLabel={name ?? ""}>{one.name}</Td>
            <Td dataLabel={type ?? ""}>{one.type}</Td>
            <Td dataLabel={id ?? ""} className="hanse-connection__id">
              {one.id}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
