/** The form of a new key set, after the popup. */
import { useRouterState } from "@tanstack/react-router";
import { takenOver } from "../form/draft.ts";
import { KeySetForm } from "../form/KeySetForm.tsx";

export default function AddKeySet() {
  const details = useRouterState({ select: ({ location }) => takenOver(location.state) });
  return <KeySetForm details={details} />;
}
