/** The form of a processor at `…/processors/add` and `…/processors/edit/{id}`. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Loading } from "../../../../forms/EditPage.tsx";
import { descriptorsQuery, processorQuery } from "../api.ts";
import { ProcessorEditor } from "./ProcessorEditor.tsx";

export default function ProcessorForm({ id }: { id: string | undefined }) {
  const isNew = id === undefined;
  const client = useQueryClient();
  const plugins = useQuery(descriptorsQuery);
  const stored = useQuery({ ...processorQuery(id ?? ""), enabled: !isNew });
  const error = plugins.error ?? stored.error;
  function onRetry() {
    void plugins.refetch();
    if (!isNew) void stored.refetch();
  }
  const isThere = plugins.data !== undefined && (isNew || stored.data !== undefined);
  const loading: Loading = isThere
    ? { kind: "loaded" }
    : error
      ? { kind: "failed", error, onRetry }
      : { kind: "loading", fields: 5 };
  return (
    <ProcessorEditor
      // What was entered belongs to what it was entered over.
      key={`${isThere} ${stored.data?.etag}`}
      isNew={isNew}
      loading={loading}
      plugins={plugins.data?.items ?? []}
      stored={isNew ? undefined : stored.data}
      onTakeTheirs={(theirs) => client.setQueryData(processorQuery(id ?? "").queryKey, theirs)}
    />
  );
}
