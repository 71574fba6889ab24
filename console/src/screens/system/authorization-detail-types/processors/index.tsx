/** The processors of authorization details: the list from which administrators make, change and delete them. */
import { Button } from "@patternfly/react-core";
import PencilAltIcon from "@patternfly/react-icons/dist/esm/icons/pencil-alt-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useSession } from "../../../../app/session/SessionProvider.tsx";
import { mayChange } from "../../../../app/session/session.ts";
import { Screen } from "../../../../app/shell/Screen.tsx";
import { ListView } from "../../../../forms/list/ListView.tsx";
import { useServerList } from "../../../../forms/list/useServerList.ts";
import { utcDate } from "../../../../ui/utcDate.ts";
import { deleteProcessor, descriptorsQuery, PROCESSOR_LIST, type Processor, readProcessors } from "../api.ts";
import { DeleteDialog } from "../DeleteDialog.tsx";
import { Empty } from "../Empty.tsx";
import { to } from "../places.ts";
import { processorsText as text } from "../text.ts";
import "../details.css";

export default function Processors() {
  const intl = useIntl();
  const navigate = useNavigate();
  const editable = mayChange(useSession(), "ADMINISTRATOR");
  const list = useServerList(PROCESSOR_LIST, readProcessors);
  const { data: plugins } = useQuery(descriptorsQuery);
  const [toDelete, setToDelete] = useState<Processor>();
  const hasSome = list.total > 0 || list.query.filter !== "";
  const add = editable && (
    <Button onClick={() => void navigate(to("processors/add"))}>
      <FormattedMessage {...text.add} />
    </Button>
  );
  return (
    <Screen
      title={intl.formatMessage(text.title)}
      description={<FormattedMessage {...text.description} />}
      breadcrumb={{ last: intl.formatMessage(text.title) }}
      action={hasSome ? add : undefined}
    >
      <ListView
        list={list}
        what={intl.formatMessage(text.what)}
        searchLabel={intl.formatMessage(text.search)}
        empty={
          <Empty title={<FormattedMessage {...text.emptyTitle} />} action={add}>
            <FormattedMessage {...(editable ? text.emptyBody : text.emptyBodyReadOnly)} />
          </Empty>
        }
        itemHeight="5.5rem"
      >
        {(processors) => (
          <ul className="hanse-details" aria-label={intl.formatMessage(text.list)}>
            {processors.map((each) => (
              <ProcessorCard
                key={each.id}
                processor={each}
                plugin={plugins?.items.find(({ id }) => id === each.pluginDescriptorRef.id)?.name}
                editable={editable}
                onDelete={() => setToDelete(each)}
              />
            ))}
          </ul>
        )}
      </ListView>
      {toDelete && (
        <DeleteDialog
          name={toDelete.name}
          remove={() => deleteProcessor(toDelete.id)}
          confirmLabel={<FormattedMessage {...text.deleteConfirm} />}
          failed={intl.formatMessage(text.deleteFailed)}
          onClose={() => setToDelete(undefined)}
        >
          <FormattedMessage {...text.deleteBody} />
        </DeleteDialog>
      )}
    </Screen>
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
  const { id, name, lastModified, pluginDescriptorRef } = processor;
  return (
    <li className="hanse-detail">
      <div className="hanse-detail__text">
        <h2 className="hanse-detail__name">{name}</h2>
        <p className="hanse-detail__about">{plugin ?? pluginDescriptorRef.id}</p>
        <p className="hanse-detail__about">
          {lastModified && <FormattedMessage {...text.changed} values={{ moment: utcDate(lastModified) }} />}
          <span className="hanse-detail__id">{id}</span>
        </p>
      </div>
      <div className="hanse-detail__actions">
        <Button
          variant="plain"
          icon={<PencilAltIcon />}
          aria-label={intl.formatMessage(editable ? text.edit : text.show, { name })}
          onClick={() => void navigate(to(`processors/edit/${id}`))}
        />
        {editable && (
          <Button
            variant="plain"
            icon={<TrashIcon />}
            aria-label={intl.formatMessage(text.delete, { name })}
            onClick={onDelete}
          />
        )}
      </div>
    </li>
  );
}
