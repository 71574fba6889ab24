/** The list of types (specification 2, sections 2 to 8). */
import { Button } from "@patternfly/react-core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useSession } from "../../../app/session/SessionProvider.tsx";
import { mayChange } from "../../../app/session/session.ts";
import { Screen } from "../../../app/shell/Screen.tsx";
import { ListView } from "../../../forms/list/ListView.tsx";
import { useServerList } from "../../../forms/list/useServerList.ts";
import { useDetailProcessors } from "../../../forms/references/useByIds.ts";
import { type DetailType, deleteType, readTypes, TYPE_LIST } from "./api.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { Empty } from "./Empty.tsx";
import { to } from "./places.ts";
import { TypeCard } from "./TypeCard.tsx";
import { detailTypesText as text } from "./text.ts";
import "./details.css";

export function Types() {
  const intl = useIntl();
  const navigate = useNavigate();
  const editable = mayChange(useSession(), "ADMINISTRATOR");
  const list = useServerList(TYPE_LIST, readTypes);
  const processors = useDetailProcessors((list.items ?? []).map((each) => each.authorizationDetailProcessorRef.id));
  const [toDelete, setToDelete] = useState<DetailType>();
  const hasSome = list.total > 0 || list.query.filter !== "";
  const add = editable && (
    <Button onClick={() => void navigate(to("add"))}>
      <FormattedMessage {...text.add} />
    </Button>
  );
  const manage = (
    <Button variant="secondary" onClick={() => void navigate({ ...to("processors"), search: {} })}>
      <FormattedMessage {...text.manage} />
    </Button>
  );
  return (
    <Screen
      title={intl.formatMessage(text.title)}
      description={<FormattedMessage {...text.description} />}
      breadcrumb="navigation"
      action={
        <div className="hanse-details__head">
          {manage}
          {hasSome && add}
        </div>
      }
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
        {(types) => (
          <ul className="hanse-details" aria-label={intl.formatMessage(text.list)}>
            {types.map((each) => {
              const { id: ref } = each.authorizationDetailProcessorRef;
              return (
                <TypeCard
                  key={each.id}
                  detailType={each}
                  processor={processors && (processors.get(ref)?.name ?? ref)}
                  editable={editable}
                  onDelete={() => setToDelete(each)}
                />
              );
            })}
          </ul>
        )}
      </ListView>
      {toDelete && (
        <DeleteDialog
          name={toDelete.type}
          remove={() => deleteType(toDelete.id)}
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
