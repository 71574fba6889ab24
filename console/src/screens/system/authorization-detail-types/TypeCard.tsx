import { Skeleton } from "@patternfly/react-core";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../../paths.ts";
import { ActiveLabel, ActiveSwitch } from "../../../platform/list/ActiveState.tsx";
import { ItemActions } from "../../../platform/list/ItemActions.tsx";
import { type DetailType, setActive, TYPE_LIST } from "./api.ts";

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
  const navigate = useNavigate();
  const { id, type, description } = detailType;
  return (
    <li className="hanse-detail">
      <div className="hanse-detail__text">
        <h2 className="hanse-detail__name">{type}</h2>
        {description && <p className="hanse-detail__about">{description}</p>}
        <div className="hanse-detail__about">
          {processor === undefined ? (
            <Skeleton width="12rem" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />
          ) : (
            <FormattedMessage id="detailTypes.processorOf" values={{ name: processor }} />
          )}
          <span className="hanse-detail__id">{id}</span>
        </div>
      </div>
      <div className="hanse-detail__actions">
        {editable ? (
          <>
            <ActiveSwitch item={detailType} name={type} area="detailTypes" listKey={TYPE_LIST} save={setActive} />
            <ItemActions
              editLabel={intl.formatMessage({ id: "detailTypes.edit" }, { type })}
              deleteLabel={intl.formatMessage({ id: "detailTypes.delete" }, { type })}
              onEdit={() => void navigate({ to: paths.detailTypeEdit, params: { id }, search: true })}
              onDelete={onDelete}
            />
          </>
        ) : (
          <ActiveLabel active={Boolean(detailType.active)} area="detailTypes" />
        )}
      </div>
    </li>
  );
}
