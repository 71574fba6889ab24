import { Skeleton } from "@patternfly/react-core";
import AngleRightIcon from "@patternfly/react-icons/dist/esm/icons/angle-right-icon";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useId, useState } from "react";
import { useIntl } from "react-intl";
import { paths } from "../../../paths.ts";
import { ActiveLabel, ActiveSwitch } from "../../../platform/list/ActiveState.tsx";
import { ItemActions } from "../../../platform/list/ItemActions.tsx";
import { CONNECTION_LIST, type Connection, setActive } from "./api.ts";

// Tabs and tables are worth loading when the first row is opened.
const ConnectionDetails = lazy(() => import("./details/index.tsx"));

interface ConnectionRowProps {
  connection: Connection;
  editable: boolean;
  onDelete: () => void;
}

/** One connection: its name opens the details, and beside it is what can be done with it. */
export function ConnectionRow({ connection, editable, onDelete }: ConnectionRowProps) {
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
          <Suspense fallback={<Skeleton height="8rem" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />}>
            <ConnectionDetails connection={connection} editable={editable} />
          </Suspense>
        )}
      </section>
    </li>
  );
}
