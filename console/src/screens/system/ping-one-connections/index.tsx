/** Cloud-service connections at /system/external-systems/pingone-connections (specification 1, sections 2 to 8). */
import { Button } from "@patternfly/react-core";
import CloudIcon from "@patternfly/react-icons/dist/esm/icons/cloud-icon";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../../app/paths.ts";
import { useSession } from "../../../app/session/SessionProvider.tsx";
import { mayChange } from "../../../app/session/session.ts";
import { Screen } from "../../../app/shell/Screen.tsx";
import { ListView } from "../../../forms/list/ListView.tsx";
import { useFocusOnceGone } from "../../../forms/list/useFocusOnceGone.ts";
import { useServerList } from "../../../forms/list/useServerList.ts";
import { EmptyList } from "../../../ui/list/EmptyList.tsx";
import { CONNECTION_LIST, type Connection, readConnections } from "./api.ts";
import { ConnectionRow } from "./ConnectionRow.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { connectionsText as text } from "./text.ts";
import "./connections.css";

export default function PingOneConnections() {
  const intl = useIntl();
  const navigate = useNavigate();
  const editable = mayChange(useSession(), "ADMINISTRATOR");
  const list = useServerList(CONNECTION_LIST, readConnections);
  const [toDelete, setToDelete] = useState<Connection>();
  const focusOnceGone = useFocusOnceGone(list.items);
  const hasSome = list.total > 0 || list.query.filter !== "";
  const add = editable && (
    <Button onClick={() => void navigate({ to: paths.pingOneConnectionAdd, search: true })}>
      <FormattedMessage {...text.add} />
    </Button>
  );
  return (
    <Screen
      title={intl.formatMessage(text.title)}
      description={<FormattedMessage {...text.description} />}
      breadcrumb="navigation"
      action={hasSome ? add : undefined}
    >
      <ListView
        list={list}
        what={intl.formatMessage(text.what)}
        searchLabel={intl.formatMessage(text.search)}
        empty={<EmptyList icon={CloudIcon} text={text} action={add} />}
        itemHeight="4.5rem"
      >
        {(connections) => (
          <ul className="hanse-connections" aria-label={intl.formatMessage(text.list)}>
            {connections.map((connection) => (
              <ConnectionRow
                key={connection.id}
                connection={connection}
                editable={editable}
                onDelete={() => setToDelete(connection)}
              />
            ))}
          </ul>
        )}
      </ListView>
      {toDelete && (
        <DeleteDialog
          connection={toDelete}
          onDeleted={() => focusOnceGone(toDelete.id)}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </Screen>
  );
}
