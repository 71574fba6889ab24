/** The form at `…/add` and at `…/edit/{id}`. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Loading } from "../../../../forms/EditPage.tsx";
import { issuerQuery } from "../api.ts";
import { IssuerForm } from "./IssuerForm.tsx";

export default function IssuerFormPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id === undefined ? <AddIssuer /> : <EditIssuer id={id} />;
}

export function AddIssuer() {
  return <IssuerForm isNew loading={{ kind: "loaded" }} stored={undefined} onStored={() => undefined} />;
}

export function EditIssuer({ id }: { id: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(issuerQuery(id));
  const loading: Loading = data
    ? { kind: "loaded" }
    : error
      ? { kind: "failed", error, onRetry: () => void refetch() }
      : { kind: "loading", fields: 5 };
  return (
    <IssuerForm
      isNew={false}
      loading={loading}
      stored={data}
      onStored={(theirs) => client.setQueryData(issuerQuery(id).queryKey, theirs)}
    />
  );
}
