/** The form at `…/add` and at `…/edit?name=…`: one piece to load for both. The tab in the address says of what. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { entryQuery } from "../api.ts";
import { type Collection, toCollection } from "../collections.ts";
import { ScopeEditor } from "./ScopeEditor.tsx";

export default function ScopeFormScreen() {
  const { tab, name } = useSearch({ strict: false });
  const collection = toCollection(tab);
  if (name === undefined) return <ScopeEditor collection={collection} />;
  return <EditScope key={name} collection={collection} name={name} />;
}

function EditScope({ collection, name }: { collection: Collection; name: string }) {
  return <ScopeEditor collection={collection} query={useQuery(entryQuery(collection, name))} />;
}
