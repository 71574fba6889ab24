/** Authorization Detail Types at /system/oauth-settings/authorization-detail-types (specification 2, sections 2 to 8): the list. */

import { Button } from "@patternfly/react-core";
import ListIcon from "@patternfly/react-icons/dist/esm/icons/list-icon";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { useDetailProcessors } from "../../../features/references/useByIds.ts";
import { message } from "../../../messages.ts";
import { framePaths, paths } from "../../../paths.ts";
import { DeleteDialog } from "../../../platform/forms/dialog/DeleteDialog.tsx";
import { ListScreen } from "../../../platform/list/ListScreen.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { LinkButton } from "../../../platform/page/LinkButton.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { deleteType, readTypes, TYPE_LIST } from "./api.ts";
import { TypeCard } from "./TypeCard.tsx";
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
