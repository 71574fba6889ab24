import { Tab, Tabs, TabTitleText } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../../messages.ts";
import { PartFailed } from "../../../../platform/forms/LoadFailed.tsx";
import { hasPages, NoHits, Pager } from "../../../../platform/list/ListView.tsx";
import { SearchField } from "../../../../platform/list/SearchField.tsx";
import { PAGE_SIZES } from "../../../../platform/list/useServerList.ts";
import { Loading } from "../../../../platform/ui/Loading.tsx";
import { DataTable } from "../../../../platform/ui/table/DataTable.tsx";
import { type Connection, type Environment, environmentsQuery, type Usages, usageQuery } from "../api.ts";
import { Asking, Summary } from "./Summary.tsx";

const TABS = ["summary", "usage", "environments"] as const;

/** The content of an expanded row. A tab loads its data when it is first opened. */
export default function ConnectionDetails({ connection, editable }: { connection: Connection; editable: boolean }) {
  const intl = useIntl();
  const [tab, setTab] = useState<(typeof TABS)[number]>("summary");
  const { id, name } = connection;
  const content = {
    summary: <Summary connection={connection} editable={editable} />,
    usage: <Usage id={id} />,
    environments: <Environments id={id} />,
  };
  return (
    <Tabs
      id={`details-${id}`}
      className="hanse-connection__details"
      activeKey={tab}
      onSelect={(_, chosen) => setTab(chosen as typeof tab)}
      mountOnEnter
      aria-label={intl.formatMessage({ id: "pingOneConnections.details" }, { name })}
    >
      {TABS.map((key) => (
        <Tab
          key={key}
          eventKey={key}
          title={
            <TabTitleText>
              <FormattedMessage id={`pingOneConnections.${key}`} />
            </TabTitleText>
          }
        >
          <div className="hanse-connection__tab">{content[key]}</div>
        </Tab>
      ))}
    </Tabs>
  );
}

/** The objects that use the connection. */
function Usage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(usageQuery(id));
  if (error && !data) return <PartFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading width="60%" />;
  if (data.items.length > 0) return <UsageList usages={data} />;
  return (
    <p className="hanse-connection__none">
      <FormattedMessage id="pingOneConnections.noUsage" />
    </p>
  );
}

/** By category; the server lists only those that occur. */
function UsageList({ usages }: { usages: Usages }) {
  return (
    <dl className="hanse-connection__usage">
      {usages.categories.map(({ id, name }) => (
        <div key={id}>
          <dt>{name}</dt>
          {usages.items
            .filter((item) => item.categoryId === id)
            .map((item) => (
              <dd key={`${item.type} ${item.id}`}>
                {item.name} <span className="hanse-connection__type">{item.type}</span>
              </dd>
            ))}
        </div>
      ))}
    </dl>
  );
}

/** The environments that the connection can access, as reported by the cloud. */
function Environments({ id }: { id: string }) {
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

/** All of them were loaded: changing the page does not query the distant cloud again. */
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
      {found.length > 0 && (
        <DataTable
          aria-label={intl.formatMessage({ id: "pingOneConnections.environments" })}
          rows={found.slice(start, start + perPage)}
          keyOf={({ id }) => id}
          columns={[
            { head: message("pingOneConnections.environment"), cell: ({ name }) => name },
            { head: message("pingOneConnections.environmentType"), cell: ({ type }) => type },
            {
              head: message("pingOneConnections.environmentId"),
              cell: ({ id }) => id,
              className: "hanse-connection__id",
            },
          ]}
        />
      )}
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
