/** The form at `…/add` and at `…/edit/{id}`: one piece to load for both. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { connectionQuery } from "../api.ts";
import { ConnectionEditor } from "./ConnectionEditor.tsx";

export default function ConnectionForm() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <ConnectionEditor /> : <EditConnection key={id} id={id} />;
}

export function EditConnection({ id }: { id: string }) {
  return <ConnectionEditor query={useQuery(connectionQuery(id))} />;
}
