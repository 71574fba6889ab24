/** The form of a type at `…/add` and at `…/edit/{id}`. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { typeQuery } from "../api.ts";
import { TypeEditor } from "./TypeEditor.tsx";

export default function TypeFormPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  return <TypeForm key={id} id={id} />;
}

export function TypeForm({ id }: { id: string | undefined }) {
  return id === undefined ? <TypeEditor /> : <EditType id={id} />;
}

function EditType({ id }: { id: string }) {
  return <TypeEditor query={useQuery(typeQuery(id))} />;
}
