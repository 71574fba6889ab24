import { Card, CardBody, CardHeader, CardTitle } from "@patternfly/react-core";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { IssuerLinks } from "../../../features/references/IssuerLinks.tsx";
import { type Message, message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import { ItemActions } from "../../../platform/list/ItemActions.tsx";
import { Copyable } from "../../../platform/ui/Copyable.tsx";
import type { Issuer } from "./api.ts";

interface IssuerCardProps {
  issuer: Issuer;
  mayChange: boolean;
  onDelete: () => void;
}

export function IssuerCard({ issuer, mayChange, onDelete }: IssuerCardProps) {
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
