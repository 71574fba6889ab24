/** The form at `…/add` and at `…/edit/{id}`. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { issuerQuery } from "../api.ts";
import { IssuerForm } from "./IssuerForm.tsx";

export default function IssuerFormPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id === undefined ? <IssuerForm /> : <EditIssuer key={id} id={id} />;
}

export function EditIssuer({ id }: { id: string }) {
  return <IssuerForm query={useQuery(issuerQuery(id))} />;
}
