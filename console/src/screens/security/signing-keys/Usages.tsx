import { Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { messageOf } from "../../../forms/LoadFailed.tsx";
import { type Usage, usageQuery } from "./api.ts";

/** What uses a key pair: the kind and the name of each, and the field in it. */
export function Usages({ id }: { id: string }) {
  const intl = useIntl();
  const { data, error } = useQuery(usageQuery(id));
  if (error) return <p>{messageOf(error, intl)}</p>;
  if (!data) return <Skeleton width="60%" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />;
  if (data.length === 0) {
    return (
      <p className="hanse-keys__quiet">
        <FormattedMessage id="signingKeys.unused" />
      </p>
    );
  }
  return <UsageList usages={data} />;
}

export function UsageList({ usages }: { usages: readonly Usage[] }) {
  return (
    <ul className="hanse-keys__usages">
      {usages.map(({ type, kind, id, path }) => (
        <li key={`${kind} ${id} ${path}`}>
          <span>{type === id || kind === id ? type : `${type}: ${id}`}</span>
          <code className="hanse-keys__second">{path}</code>
        </li>
      ))}
    </ul>
  );
}
