/** Cloud-service connections at /system/external-systems/pingone-connections (specification 1, sections 2 to 8). */

import { Button } from "@patternfly/react-core";
import AngleRightIcon from "@patternfly/react-icons/dist/esm/icons/angle-right-icon";
import CloudIcon from "@patternfly/react-icons/dist/esm/icons/cloud-icon";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useId, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import { DeleteDialog } from "../../../platform/forms/dialog/DeleteDialog.tsx";
import { ActiveLabel, ActiveSwitch, ItemActions } from "../../../platform/list/ActiveState.tsx";
import { ListScreen } from "../../../platform/list/ListScreen.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Loading } from "../../../platform/ui/Loading.tsx";
import { CONNECTION_LIST, CONNECTIONS, type Connection, deleteConnection, readConnections, setActive } from "./api.ts";
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

// Tabs and tables are loaded when the first row is expanded.
const ConnectionDetails = lazy(() => import("./details/index.tsx"));

interface ConnectionRowProps {
  connection: Connection;
  editable: boolean;
  onDelete: () => void;
}

/** One connection: its name expands the details, with its actions beside it. */
function ConnectionRow({ connection, editable, onDelete }: ConnectionRowProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const { id, name, organizationName, region, description } = connection;
  return (
    <li className="hanse-connection">
      <div className="hanse-connection__head">
        <h2 className="hanse-connection__title">
          <button
            type="button"
            className="hanse-connection__toggle"
            aria-expanded={open}
            aria-controls={detailsId}
            onClick={() => setOpen(!open)}
          >
            <AngleRightIcon className="hanse-connection__arrow" aria-hidden="true" />
            <span>{name}</span>
          </button>
        </h2>
        <p className="hanse-connection__about">{[organizationName, region, description].filter(Boolean).join(" · ")}</p>
        <div className="hanse-connection__actions">
          {editable ? (
            <>
              <ActiveSwitch
                item={connection}
                name={name}
                area="pingOneSwitch"
                listKey={CONNECTION_LIST}
                save={setActive}
              />
              <ItemActions
                editLabel={intl.formatMessage({ id: "pingOneConnections.edit" }, { name })}
                deleteLabel={intl.formatMessage({ id: "pingOneConnections.delete" }, { name })}
                onEdit={() => void navigate({ to: paths.pingOneConnectionEdit, params: { id }, search: true })}
                onDelete={onDelete}
              />
            </>
          ) : (
            <ActiveLabel active={Boolean(connection.active)} area="pingOneConnections" />
          )}
        </div>
      </div>
      <section
        id={detailsId}
        aria-label={intl.formatMessage({ id: "pingOneConnections.details" }, { name })}
        hidden={!open}
      >
        {open && (
          <Suspense fallback={<Loading height="8rem" />}>
            <ConnectionDetails connection={connection} editable={editable} />
          </Suspense>
        )}
      </section>
    </li>
  );
}
