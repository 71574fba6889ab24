/** The form at `…/add` and at `…/edit?name=…`: one piece to load for both. The tab in the address says of what. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { Loading } from "../../../../forms/EditPage.tsx";
import { entryQuery } from "../api.ts";
import { type Collection, toCollection } from "../collections.ts";
import { ScopeEditor } from "./ScopeEditor.tsx";

export default function ScopeFormScreen() {
  const { tab, name } = useSearch({ strict: false }) as { tab?: unknown; name?: unknown };
  const collection = toCollection(tab);
  // The router reads a name such as 2026 as a number.
  if (name === undefined) return <AddScope collection={collection} />;
  return <EditScope key={String(name)} collection={collection} name={String(name)} />;
}

function AddScope({ collection }: { collection: Collection }) {
  return (
    <ScopeEditor
      collection={collection}
      isNew
      loading={{ kind: "loaded" }}
      stored={undefined}
      onTakeTheirs={() => undefined}
    />
  );
}

function EditScope({ collection, name }: { collection: Collection; name: string }) {
  const client = useQueryClient();
  const query = entryQuery(collection, name);
  const { data, error, refetch } = useQuery(query);
  const loading: Loading = data
    ? { kind: "loaded" }
    : error
      ? { kind: "failed", error, onRetry: () => void refetch() }
      : { kind: "loading", fields: 3 };
  return (
    <ScopeEditor
      collection={collection}
      isNew={false}
      loading={loading}
      stored={data}
      onTakeTheirs={(theirs) => client.setQueryData(query.queryKey, theirs)}
    />
  );
}
