import { Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { type Usages, usageQuery } from "../api.ts";
import { PartFailed } from "./PartFailed.tsx";

/** What uses the connection. */
export function Usage({ id }: { id: string }) {
  const intl = useIntl();
  const { data, error, refetch } = useQuery(usageQuery(id));
  if (error && !data) return <PartFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width="60%" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />;
  if (data.items.length > 0) return <UsageList usages={data} />;
  return (
    <p className="hanse-connection__none">
      <FormattedMessage id="pingOneConnections.noUsage" />
    </p>
  );
}

/** By category; the server lists those alone that occur. */
export function UsageList({ usages }: { usages: Usages }) {
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
