import { Card, CardBody, CardHeader, CardTitle } from "@patternfly/react-core";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../../app/paths.ts";
import type { Message } from "../../../catalogue.ts";
import { ItemActions } from "../../../forms/list/ItemActions.tsx";
import { Copyable } from "../../../ui/Copyable.tsx";
import type { Issuer } from "./api.ts";
import { virtualIssuersText as text } from "./text.ts";

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
      editLabel={intl.formatMessage(text.editOf, { name })}
      deleteLabel={intl.formatMessage(text.deleteOf, { name })}
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
          <Fact label={text.host}>
            <code>{host}</code>
          </Fact>
          <Fact label={text.path}>{path ? <code>{path}</code> : <FormattedMessage {...text.noPath} />}</Fact>
          <Fact label={text.id}>
            <Copyable what={intl.formatMessage(text.id)} value={id} />
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
