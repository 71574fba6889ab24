import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useIntl } from "react-intl";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { messageOf } from "../../../forms/LoadFailed.tsx";
import { type Connection, setActive, showInList } from "./api.ts";
import { connectionsText as text } from "./text.ts";

/**
 * Whether a connection is active, as the switch shows it: at once what was chosen, and again what is stored, with the
 * reason, when that could not be saved.
 */
export function useActive({ id, name, active }: Connection): { active: boolean; toggle: (next: boolean) => void } {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: boolean) => setActive(id, next),
    onSuccess: (stored) => {
      showInList(client, stored);
      messages.success();
    },
    onError: (error, next) =>
      messages.error(error, intl.formatMessage(text.stays, { name, active: next, reason: messageOf(error, intl) })),
  });
  return {
    active: isPending ? variables : Boolean(active),
    // One at a time: the switch stays where it is, and keeps the focus, until the server has answered.
    toggle: (next) => !isPending && mutate(next),
  };
}
