/** Cloud-service connections at /system/external-systems/pingone-connections (specification 1, sections 2 to 8). */

import { Button } from "@patternfly/react-core";
import CloudIcon from "@patternfly/react-icons/dist/esm/icons/cloud-icon";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import { DeleteDialog } from "../../../platform/forms/dialog/DeleteDialog.tsx";
import { ListScreen } from "../../../platform/list/ListScreen.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { CONNECTION_LIST, CONNECTIONS, deleteConnection, readConnections } from "./api.ts";
import { ConnectionRow } from "./ConnectionRow.tsx";
import "./connections.css";

export default function PingOneConnections() {
  const navigate = useNavigate();
  const editable = useAccess() === "editable";
  return (
    <ListScreen
      list={useServerList(CONNECTION_LIST, readConnections)}
      area="pingOneConnections"
      icon={CloudIcon}
      add={
        editable && (
          <Button onClick={() => void navigate({ to: paths.pingOneConnectionAdd, search: true })}>
            <FormattedMessage id="pingOneConnections.add" />
          </Button>
        )
      }
      className="hanse-connections"
      itemHeight="4.5rem"
      card={(connection, onDelete) => (
        <ConnectionRow key={connection.id} connection={connection} editable={editable} onDelete={onDelete} />
      )}
      deletion={({ item: { id, name }, ...rest }) => (
        <DeleteDialog
          collection="/pingOneConnections"
          id={id}
          name={name}
          remove={() => deleteConnection(id)}
          confirmLabel={<FormattedMessage id="pingOneConnections.deleteConfirm" />}
          inUse={message("pingOneConnections.inUse")}
          failed={message("pingOneConnections.deleteFailed")}
          queryKeys={[CONNECTIONS]}
          {...rest}
        >
          <FormattedMessage id="pingOneConnections.deleteBody" />
        </DeleteDialog>
      )}
    />
  );
}
