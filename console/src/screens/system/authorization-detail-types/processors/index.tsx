/** The processors of authorization details: the list from which administrators make, change and delete them. */

import { Button } from "@patternfly/react-core";
import ListIcon from "@patternfly/react-icons/dist/esm/icons/list-icon";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../../messages.ts";
import { DeleteDialog } from "../../../../platform/forms/dialog/DeleteDialog.tsx";
import { ItemActions } from "../../../../platform/list/ItemActions.tsx";
import { ListScreen } from "../../../../platform/list/ListScreen.tsx";
import { useServerList } from "../../../../platform/list/useServerList.ts";
import { useTimestamp } from "../../../../platform/page/useTimestamp.ts";
import { useSession } from "../../../../platform/session/SessionProvider.tsx";
import { mayChange } from "../../../../platform/session/session.ts";
import { deleteProcessor, descriptorsQuery, LISTS, PROCESSOR_LIST, type Processor, readProcessors } from "../api.ts";
import { to } from "../places.ts";
import "../details.css";

export default function Processors() {
  const intl = useIntl();
  const navigate = useNavigate();
  const editable = mayChange(useSession(), "ADMINISTRATOR");
  const { data: plugins } = useQuery(descriptorsQuery);
  return (
    <ListScreen
      list={useServerList(PROCESSOR_LIST, readProcessors)}
      area="detailProcessors"
      icon={ListIcon}
      breadcrumb={{ last: intl.formatMessage({ id: "detailProcessors.title" }) }}
      add={
        editable && (
          <Button onClick={() => void navigate(to("processors/add"))}>
            <FormattedMessage id="detailProcessors.add" />
          </Button>
        )
      }
      className="hanse-details"
      itemHeight="5.5rem"
      card={(each, onDelete) => (
        <ProcessorCard
          key={each.id}
          processor={each}
          plugin={plugins?.items.find(({ id }) => id === each.pluginDescriptorRef.id)?.name}
          editable={editable}
          onDelete={onDelete}
        />
      )}
      deletion={({ item, ...rest }) => (
        <DeleteDialog
          collection="/oauth/authorizationDetailProcessors"
          id={item.id}
          name={item.name}
          remove={() => deleteProcessor(item.id)}
          confirmLabel={<FormattedMessage id="detailProcessors.deleteConfirm" />}
          failed={message("detailProcessors.deleteFailed")}
          queryKeys={LISTS}
          {...rest}
        >
          <FormattedMessage id="detailProcessors.deleteBody" />
        </DeleteDialog>
      )}
    />
  );
}

interface ProcessorCardProps {
  processor: Processor;
  plugin: string | undefined;
  editable: boolean;
  onDelete: () => void;
}

function ProcessorCard({ processor, plugin, editable, onDelete }: ProcessorCardProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const show = useTimestamp();
  const { id, name, lastModified, pluginDescriptorRef } = processor;
  return (
    <li className="hanse-detail">
      <div className="hanse-detail__text">
        <h2 className="hanse-detail__name">{name}</h2>
        <p className="hanse-detail__about">{plugin ?? pluginDescriptorRef.id}</p>
        <p className="hanse-detail__about">
          {lastModified && <FormattedMessage id="detailProcessors.changed" values={{ moment: show(lastModified) }} />}
          <span className="hanse-detail__id">{id}</span>
        </p>
      </div>
      <div className="hanse-detail__actions">
        <ItemActions
          editLabel={intl.formatMessage(
            editable ? message("detailProcessors.edit") : message("detailProcessors.show"),
            { name },
          )}
          deleteLabel={intl.formatMessage({ id: "detailProcessors.delete" }, { name })}
          onEdit={() => void navigate(to(`processors/edit/${id}`))}
          onDelete={editable ? onDelete : undefined}
        />
      </div>
    </li>
  );
}
