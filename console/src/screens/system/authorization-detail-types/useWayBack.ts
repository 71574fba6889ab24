/** The way from a form about authorization details back to its list. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { refresh } from "./api.ts";
import { to } from "./places.ts";

/** Leaves for a list; after a save, what the lists show is read again. */
export function useWayBack(list: "" | "processors"): { leave: () => void; onSaved: () => void } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = (saved: boolean) => void navigate({ ...to(list), ignoreBlocker: saved });
  return {
    leave: () => leave(false),
    onSaved: () => {
      refresh(client);
      leave(true);
    },
  };
}
