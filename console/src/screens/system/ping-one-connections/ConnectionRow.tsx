import { Button, Label, Skeleton, Switch } from "@patternfly/react-core";
import AngleRightIcon from "@patternfly/react-icons/dist/esm/icons/angle-right-icon";
import BanIcon from "@patternfly/react-icons/dist/esm/icons/ban-icon";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import PencilAltIcon from "@patternfly/react-icons/dist/esm/icons/pencil-alt-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useId, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../../app/paths.ts";
import { uiText } from "../../../ui/text.ts";
import type { Connection } from "./api.ts";
import { connectionsText as text } from "./text.ts";
import { useActive } from "./useActive.ts";

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
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const { name, organizationName, region, description } = connection;
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
          {editable ? <RowActions connection={connection} onDelete={onDelete} /> : <ActiveLabel {...connection} />}
        </div>
      </div>
      <section id={detailsId} aria-label={intl.formatMessage(text.details, { name })} hidden={!open}>
        {open && (
          <Suspense fallback={<Skeleton height="8rem" screenreaderText={intl.formatMessage(uiText.loading)} />}>
            <ConnectionDetails connection={connection} editable={editable} />
          </Suspense>
        )}
      </section>
    </li>
  );
}

function RowActions({ connection, onDelete }: Pick<ConnectionRowProps, "connection" | "onDelete">) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { id, name } = connection;
  const { active, toggle } = useActive(connection);
  return (
    <>
      <Switch
        id={`active-${id}`}
        label={intl.formatMessage(text.active)}
        aria-label={intl.formatMessage(text.activeOf, { name })}
        isChecked={active}
        hasCheckIcon
        onChange={(_, next) => toggle(next)}
      />
      <Button
        variant="plain"
        icon={<PencilAltIcon />}
        aria-label={intl.formatMessage(text.edit, { name })}
        onClick={() => void navigate({ to: paths.pingOneConnectionEdit, params: { id }, search: true })}
      />
      <Button
        variant="plain"
        icon={<TrashIcon />}
        aria-label={intl.formatMessage(text.delete, { name })}
        onClick={onDelete}
      />
    </>
  );
}

function ActiveLabel({ active }: Pick<Connection, "active">) {
  return (
    <Label isCompact {...(active ? { color: "green", icon: <CheckCircleIcon /> } : { icon: <BanIcon /> })}>
      <FormattedMessage {...(active ? text.active : text.inactive)} />
    </Label>
  );
}
