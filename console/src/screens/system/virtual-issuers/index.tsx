/** Virtual Issuers at /system/oauth-settings/virtual-issuers (specification 2, section 2): the list. */

import { Card, CardBody, CardHeader, CardTitle } from "@patternfly/react-core";
import OpenidIcon from "@patternfly/react-icons/dist/esm/icons/openid-icon";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { IssuerLinks } from "../../../features/references/IssuerLinks.tsx";
import { type Message, message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import { DeleteDialog } from "../../../platform/forms/dialog/DeleteDialog.tsx";
import { ItemActions } from "../../../platform/list/ActiveState.tsx";
import { ListScreen } from "../../../platform/list/ListScreen.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { LinkButton } from "../../../platform/page/LinkButton.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Copyable } from "../../../platform/ui/Copyable.tsx";
import { deleteIssuer, ISSUER_COLLECTION, ISSUER_LIST, ISSUERS, type Issuer, readIssuers } from "./api.ts";
import "./virtual-issuers.css";

export default function VirtualIssuers() {
  const editable = useAccess() === "editable";
  return (
    <ListScreen
      list={useServerList(ISSUER_LIST, readIssuers)}
      area="virtualIssuers"
      icon={OpenidIcon}
      add={
        editable && (
          <LinkButton to={paths.virtualIssuerAdd}>
            <FormattedMessage id="virtualIssuers.add" />
          </LinkButton>
        )
      }
      className="hanse-issuers"
      itemHeight="8.5rem"
      card={(issuer, onDelete) => (
        <li key={issuer.id}>
          <IssuerCard issuer={issuer} mayChange={editable} onDelete={onDelete} />
        </li>
      )}
      deletion={({ item: { id, name }, ...rest }) => (
        <DeleteDialog
          collection={ISSUER_COLLECTION}
          id={id}
          name={name}
          remove={() => deleteIssuer(id)}
          confirmLabel={<FormattedMessage id="virtualIssuers.deleteConfirm" />}
          inUse={message("virtualIssuers.inUse")}
          queryKeys={[ISSUERS]}
          {...rest}
        >
          <FormattedMessage id="virtualIssuers.deleteBody" />
        </DeleteDialog>
      )}
    />
  );
}

function IssuerCard({ issuer, mayChange, onDelete }: { issuer: Issuer; mayChange: boolean; onDelete: () => void }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { id, name, description, host, path } = issuer;
  const actions = mayChange && (
    <ItemActions
      editLabel={intl.formatMessage({ id: "virtualIssuers.editOf" }, { name })}
      deleteLabel={intl.formatMessage({ id: "virtualIssuers.deleteOf" }, { name })}
      onEdit={() => void navigate({ to: paths.virtualIssuerEdit, params: { id } })}
      onDelete={onDelete}
    />
  );
  return (
    <Card component="section" aria-label={name} isCompact className="hanse-issuer">
      <CardHeader {...(actions && { actions: { actions, hasNoOffset: true } })}>
        <CardTitle component="h2">
          <Link to={paths.virtualIssuerEdit} params={{ id }}>
            {name}
          </Link>
        </CardTitle>
        {description && <p className="hanse-issuer__description">{description}</p>}
      </CardHeader>
      <CardBody>
        <dl className="hanse-issuer__facts">
          <Fact label={message("virtualIssuers.host")}>
            <code>{host}</code>
          </Fact>
          <Fact label={message("virtualIssuers.path")}>
            {path ? <code>{path}</code> : <FormattedMessage id="virtualIssuers.noPath" />}
          </Fact>
          <Fact label={message("virtualIssuers.id")}>
            <Copyable what={intl.formatMessage({ id: "virtualIssuers.id" })} value={id} />
          </Fact>
          <Fact label={message("issuers.identifier")}>
            <IssuerLinks host={host} path={path} />
          </Fact>
        </dl>
      </CardBody>
    </Card>
  );
}

function Fact({ label, children }: { label: Message; children: ReactNode }) {
  return (
    <div>
      <dt>
        <FormattedMessage {...label} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
