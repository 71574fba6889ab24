/** The form at `…/add` and at `…/edit/{id}`: one piece to load for both. */
import { useParams } from "@tanstack/react-router";
import { AddConnection } from "./AddConnection.tsx";
import { EditConnection } from "./EditConnection.tsx";

export default function ConnectionForm() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <AddConnection /> : <EditConnection id={id} />;
}
