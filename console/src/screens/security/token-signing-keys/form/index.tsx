/** The form of a key set, in one bundle: of a new one, after the popup, and of an existing one, read-only for readers. */
import { useQuery } from "@tanstack/react-query";
import { useParams, useRouterState } from "@tanstack/react-router";
import { keySetQuery } from "../api.ts";
import type { Details } from "../details.ts";
import { takenOver } from "./draft.ts";
import { KeySetForm } from "./KeySetForm.tsx";

export default function KeySetFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const details = useRouterState({ select: ({ location }) => takenOver(location.state) });
  return id === undefined ? <KeySetForm details={details} /> : <KeySetEditor key={id} id={id} details={details} />;
}

export function KeySetEditor({ id, details }: { id: string; details: Details | undefined }) {
  return <KeySetForm query={useQuery(keySetQuery(id))} details={details} />;
}
