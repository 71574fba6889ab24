/** Authorization Detail Types at /system/oauth-settings/authorization-detail-types (specification 2, sections 2 to 8): the list. */

import { Button } from "@patternfly/react-core";
import ListIcon from "@patternfly/react-icons/dist/esm/icons/list-icon";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { useDetailProcessors } from "../../../features/references/useByIds.ts";
import { message } from "../../../messages.ts";
import { framePaths, paths } from "../../../paths.ts";
import { DeleteDialog } from "../../../platform/forms/dialog/DeleteDialog.tsx";
import { ActiveLabel, ActiveSwitch, ItemActions } from "../../../platform/list/ActiveState.tsx";
import { ListScreen } from "../../../platform/list/ListScreen.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { LinkButton } from "../../../platform/page/LinkButton.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Loading } from "../../../platform/ui/Loading.tsx";
import { type DetailType, deleteType, readTypes, setActive, TYPE_LIST } from "./api.ts";
import "./details.css";

export default function AuthorizationDetailTypes() {
  const navigate = useNavigate();
  const editable = useAccess() === "editable";
  const list = useServerList(TYPE_LIST, readTypes);
  const processors = useDetailProcessors((list.items ?? []).map((each) => each.authorizationDetailProcessorRef.id));
  return (
    <ListScreen
      list={list}
      area="detailTypes"
      icon={ListIcon}
      add={
        editable && (
          <Button onClick={() => void navigate({ to: paths.detailTypeAdd, search: true })}>
            <FormattedMessage id="detailTypes.add" />
          </Button>
        )
      }
      besides={
        <LinkButton to={framePaths.detailProcessors} variant="secondary">
          <FormattedMessage id="detailTypes.manage" />
        </LinkButton>
      }
      className="hanse-details"
      itemHeight="5.5rem"
      card={(each, onDelete) => {
        const { id } = each.authorizationDetailProcessorRef;
        const processor = processors && (processors.get(id)?.name ?? id);
        return (
          <TypeCard key={each.id} detailType={each} processor={processor} editable={editable} onDelete={onDelete} />
        );
      }}
      deletion={({ item, ...rest }) => (
        <DeleteDialog
          collection="/oauth/authorizationDetailTypes"
          id={item.id}
          name={item.type}
          remove={() => deleteType(item.id)}
          confirmLabel={<FormattedMessage id="detailTypes.deleteConfirm" />}
          failed={message("detailTypes.deleteFailed")}
          queryKeys={[TYPE_LIST]}
          {...rest}
        >
          <FormattedMessage id="detailTypes.deleteBody" />
        </DeleteDialog>
      )}
    />
  );
}

interface TypeCardProps {
  detailType: DetailType;
  /** Undefined while it loads. */
  processor: string | undefined;
  editable: boolean;
  onDelete: () => void;
}

/** One type, with its processor and its actions. */
function TypeCard({ detailType, processor, editable, onDelete }: TypeCardProps) {
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
            <Loading width="12rem" />
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
