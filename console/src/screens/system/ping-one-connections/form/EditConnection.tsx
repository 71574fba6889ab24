/** A stored connection. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import type { Loading } from "../../../../forms/EditPage.tsx";
import { connectionQuery } from "../api.ts";
import { ConnectionEditor } from "./ConnectionEditor.tsx";

export function EditConnection({ id }: { id: string }) {
  const intl = useIntl();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(connectionQuery(id));
  const loading: Loading = data
    ? { kind: "loaded" }
    : error
      ? { kind: "failed", error, onRetry: () => void refetch() }
      : { kind: "loading", fields: 3 };
  return (
    <ConnectionEditor
      title={intl.formatMessage({ id: "pingOneConnection.edit" })}
      description={<FormattedMessage id="pingOneConnection.editDescription" />}
      loading={loading}
      stored={data}
      onTakeTheirs={(theirs) => client.setQueryData(connectionQuery(id).queryKey, theirs)}
    />
  );
}
