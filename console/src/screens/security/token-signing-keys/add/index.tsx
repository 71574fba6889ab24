/** The form of a new key set, after the popup. */
import { useRouterState } from "@tanstack/react-router";
import { KeySetForm } from "../form/KeySetForm.tsx";
import { takenOver } from "../handover.ts";

export default function AddKeySet() {
  const details = useRouterState({ select: ({ location }) => takenOver(location.state) });
  return <KeySetForm details={details} />;
}
