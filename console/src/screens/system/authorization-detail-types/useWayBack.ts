/** The way from the form of an authorization detail type back to the place in the list one came from. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { paths } from "../../../paths.ts";
import { refresh } from "./api.ts";

/** Leaves for the list; after a save, what it shows is read again. */
export function useWayBack(): { leave: () => void; onSaved: () => void } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = (saved: boolean) => void navigate({ to: paths.detailTypes, search: true, ignoreBlocker: saved });
  return {
    leave: () => leave(false),
    onSaved: () => {
      refresh(client);
      leave(true);
    },
  };
}
