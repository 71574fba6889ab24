/** The form of a processor at `…/processors/add` and `…/processors/edit/{id}`. */
import { useQuery } from "@tanstack/react-query";
import { descriptorsQuery, processorQuery } from "../api.ts";
import type { Plugin } from "./form.ts";
import { ProcessorEditor } from "./ProcessorEditor.tsx";

const NO_PLUGINS: readonly Plugin[] = [];

export default function ProcessorForm({ id }: { id: string | undefined }) {
  const isNew = id === undefined;
  const plugins = useQuery(descriptorsQuery);
  const stored = useQuery({ ...processorQuery(id ?? ""), enabled: !isNew });
  return (
    <ProcessorEditor
      isNew={isNew}
      plugins={plugins.data?.items ?? NO_PLUGINS}
      query={{
        data: plugins.data && stored.data,
        error: plugins.error ?? stored.error,
        isLoaded: plugins.data !== undefined && (isNew || stored.data !== undefined),
        refetch: () => Promise.all([plugins.refetch(), isNew || stored.refetch()]),
      }}
    />
  );
}
