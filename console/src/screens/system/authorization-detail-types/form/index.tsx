/** The form of a type at `…/add` and at `…/edit/{id}`. */
import { useQuery } from "@tanstack/react-query";
import { typeQuery } from "../api.ts";
import { TypeEditor } from "./TypeEditor.tsx";

export default function TypeForm({ id }: { id: string | undefined }) {
  return id === undefined ? <TypeEditor /> : <EditType id={id} />;
}

function EditType({ id }: { id: string }) {
  return <TypeEditor query={useQuery(typeQuery(id))} />;
}
