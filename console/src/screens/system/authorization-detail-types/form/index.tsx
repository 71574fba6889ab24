/** The form of a type at `…/add` and at `…/edit/{id}`. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useIntl } from "react-intl";
import type { Loading } from "../../../../forms/EditPage.tsx";
import { typeQuery } from "../api.ts";
import { TypeEditor } from "./TypeEditor.tsx";

export default function TypeForm({ id }: { id: string | undefined }) {
  const intl = useIntl();
  if (id !== undefined) return <EditType id={id} />;
  return (
    <TypeEditor
      title={intl.formatMessage({ id: "detailTypes.addTitle" })}
      loading={{ kind: "loaded" }}
      stored={undefined}
      onTakeTheirs={() => undefined}
    />
  );
}

function EditType({ id }: { id: string }) {
  const intl = useIntl();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(typeQuery(id));
  const loading: Loading = data
    ? { kind: "loaded" }
    : error
      ? { kind: "failed", error, onRetry: () => void refetch() }
      : { kind: "loading", fields: 3 };
  return (
    <TypeEditor
      title={intl.formatMessage({ id: "detailTypes.editTitle" })}
      loading={loading}
      stored={data}
      onTakeTheirs={(theirs) => client.setQueryData(typeQuery(id).queryKey, theirs)}
    />
  );
}
