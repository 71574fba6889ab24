import { Button, Label, Skeleton, Switch } from "@patternfly/react-core";
import BanIcon from "@patternfly/react-icons/dist/esm/icons/ban-icon";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import PencilAltIcon from "@patternfly/react-icons/dist/esm/icons/pencil-alt-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { messageOf } from "../../../forms/LoadFailed.tsx";
import { uiText } from "../../../ui/text.ts";
import { type DetailType, setActive, showInList } from "./api.ts";
import { to } from "./places.ts";
import { detailTypesText as text } from "./text.ts";

interface TypeCardProps {
  detailType: DetailType;
  /** Undefined while it is asked for. */
  processor: string | undefined;
  editable: boolean;
  onDelete: () => void;
}

/** One type, with its processor and what can be done with it. */
export function TypeCard({ detailType, processor, editable, onDelete }: TypeCardProps) {
  const intl = useIntl();
  const { id, type, description } = detailType;
  return (
    <li className="hanse-detail">
      <div className="hanse-detail__text">
        <h2 className="hanse-detail__name">{type}</h2>
        {description && <p className="hanse-detail__about">{description}</p>}
        <p className="hanse-detail__about">
          {processor === undefined ? (
            <Skeleton width="12rem" screenreaderText={intl.formatMessage(uiText.loading)} />
          ) : (
            <FormattedMessage {...text.processorOf} values={{ name: processor }} />
          )}
          <span className="hanse-detail__id">{id}</span>
        </p>
      </div>
      <div className="hanse-detail__actions">
        {editable ? <Actions detailType={detailType} onDelete={onDelete} /> : <ActiveLabel {...detailType} />}
      </div>
    </li>
  );
}

function Actions({ detailType, onDelete }: Pick<TypeCardProps, "detailType" | "onDelete">) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { id, type } = detailType;
  const { active, toggle } = useActive(detailType);
  return (
    <>
      <Switch
        id={`active-${id}`}
        label={intl.formatMessage(active ? text.active : text.inactive)}
        aria-label={intl.formatMessage(text.activeOf, { type })}
        isChecked={active}
        hasCheckIcon
        onChange={(_, next) => toggle(next)}
      />
      <Button
        variant="plain"
        icon={<PencilAltIcon />}
        aria-label={intl.formatMessage(text.edit, { type })}
        onClick={() => void navigate(to(`edit/${id}`))}
      />
      <Button
        variant="plain"
        icon={<TrashIcon />}
        aria-label={intl.formatMessage(text.delete, { type })}
        onClick={onDelete}
      />
    </>
  );
}

function ActiveLabel({ active }: Pick<DetailType, "active">) {
  return (
    <Label isCompact {...(active ? { color: "green", icon: <CheckCircleIcon /> } : { icon: <BanIcon /> })}>
      <FormattedMessage {...(active ? text.active : text.inactive)} />
    </Label>
  );
}

/** Whether a type is active, as the switch shows it: at once what was chosen, and again what is stored if that failed. */
function useActive({ id, type, active }: DetailType): { active: boolean; toggle: (next: boolean) => void } {
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
      messages.error(error, intl.formatMessage(text.stays, { type, active: next, reason: messageOf(error, intl) })),
  });
  return {
    active: isPending ? variables : Boolean(active),
    toggle: (next) => !isPending && mutate(next),
  };
}
