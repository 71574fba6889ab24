/** The form of an existing key set; readers see it read-only. */
import { useQuery } from "@tanstack/react-query";
import { useParams, useRouterState } from "@tanstack/react-router";
import { keySetQuery } from "../api.ts";
import type { Details } from "../details.ts";
import { takenOver } from "../form/draft.ts";
import { KeySetForm } from "../form/KeySetForm.tsx";

export default function EditKeySet() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const details = useRouterState({ select: ({ location }) => takenOver(location.state) });
  return <KeySetEditor key={id} id={id} details={details} />;
}

export function KeySetEditor({ id, details }: { id: string; details: Details | undefined }) {
  return <KeySetForm query={useQuery(keySetQuery(id))} details={details} />;
}
