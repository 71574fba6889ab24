/** The active state of a list item: a switch for those who may change it, and a label for all others. */

import { Button, Label, Switch } from "@patternfly/react-core";
import BanIcon from "@patternfly/react-icons/dist/esm/icons/ban-icon";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import PencilAltIcon from "@patternfly/react-icons/dist/esm/icons/pencil-alt-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import type { AreaWith } from "../../messages.ts";
import { messageOf } from "../forms/LoadFailed.tsx";
import { useMessages } from "../messages/Messages.tsx";
import type { ServerPage } from "./useServerList.ts";

interface Switchable {
  id: string;
  active?: boolean | null | undefined;
}

type ActiveArea = AreaWith<"active" | "inactive">;

interface ActiveSwitchProps<T extends Switchable> {
  item: T;
  name: string;
  area: ActiveArea;
  /** The key of the queries of the list's pages. */
  listKey: readonly unknown[];
  save: (id: string, active: boolean) => Promise<T>;
}

export function ActiveSwitch<T extends Switchable>({ item, name, area, listKey, save }: ActiveSwitchProps<T>) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: boolean) => save(item.id, next),
    onMutate: () => messages.clearErrors(),
    onSuccess: (stored) => {
      // Replaces the displayed value, so that the list need not be read again.
      client.setQueriesData<ServerPage<T>>(
        { queryKey: listKey },
        (page) => page && { ...page, items: page.items.map((each) => (each.id === stored.id ? stored : each)) },
      );
      messages.success();
    },
    onError: (error, next) =>
      messages.error(
        error,
        intl.formatMessage({ id: "item.stays" }, { name, active: next, reason: messageOf(error, intl) }),
      ),
  });
  // Shows the chosen state immediately, and the stored state again if the save fails.
  const active = isPending ? variables : Boolean(item.active);
  return (
    <Switch
      id={`active-${item.id}`}
      label={intl.formatMessage({ id: `${area}.${active ? "active" : "inactive"}` })}
      aria-label={intl.formatMessage(
        { id: "item.switchOf" },
        { label: intl.formatMessage({ id: `${area}.active` }), name },
      )}
      isChecked={active}
      hasCheckIcon
      // One change at a time: the switch keeps its state and the focus until the server has answered.
      onChange={(_, next) => !isPending && mutate(next)}
    />
  );
}

export function ActiveLabel({ active, area }: { active: boolean; area: ActiveArea }) {
  return (
    <Label isCompact {...(active ? { color: "green", icon: <CheckCircleIcon /> } : { icon: <BanIcon /> })}>
      <FormattedMessage id={`${area}.${active ? "active" : "inactive"}`} />
    </Label>
  );
}

interface ItemActionsProps {
  /** Each label names its item, because all buttons look the same. */
  editLabel: string;
  deleteLabel: string;
  onEdit: () => void;
  /** Absent for readers. */
  onDelete?: (() => void) | undefined;
}

/** The actions on one item of a list. */
export function ItemActions({ editLabel, deleteLabel, onEdit, onDelete }: ItemActionsProps) {
  return (
    <>
      <Button variant="plain" icon={<PencilAltIcon />} aria-label={editLabel} onClick={onEdit} />
      {onDelete && <Button variant="plain" icon={<TrashIcon />} aria-label={deleteLabel} onClick={onDelete} />}
    </>
  );
}
