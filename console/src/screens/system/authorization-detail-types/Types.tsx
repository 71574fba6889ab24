/** The list of types (specification 2, sections 2 to 8). */
import { Button } from "@patternfly/react-core";
import ListIcon from "@patternfly/react-icons/dist/esm/icons/list-icon";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { useDetailProcessors } from "../../../features/references/useByIds.ts";
import { message } from "../../../messages.ts";
import { DeleteDialog } from "../../../platform/forms/dialog/DeleteDialog.tsx";
import { ListScreen } from "../../../platform/list/ListScreen.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { useSession } from "../../../platform/session/SessionProvider.tsx";
import { mayChange } from "../../../platform/session/session.ts";
import { deleteType, LISTS, readTypes, TYPE_LIST } from "./api.ts";
import { to } from "./places.ts";
import { TypeCard } from "./TypeCard.tsx";
import "./details.css";

export function Types() {
  const navigate = useNavigate();
  const editable = mayChange(useSession(), "ADMINISTRATOR");
  const list = useServerList(TYPE_LIST, readTypes);
  const processors = useDetailProcessors((list.items ?? []).map((each) => each.authorizationDetailProcessorRef.id));
  return (
    <ListScreen
      list={list}
      area="detailTypes"
      icon={ListIcon}
      add={
        editable && (
          <Button onClick={() => void navigate(to("add"))}>
            <FormattedMessage id="detailTypes.add" />
          </Button>
        )
      }
      besides={
        <Button variant="secondary" onClick={() => void navigate({ ...to("processors"), search: {} })}>
          <FormattedMessage id="detailTypes.manage" />
        </Button>
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
          queryKeys={LISTS}
          {...rest}
        >
          <FormattedMessage id="detailTypes.deleteBody" />
        </DeleteDialog>
      )}
    />
  );
}
