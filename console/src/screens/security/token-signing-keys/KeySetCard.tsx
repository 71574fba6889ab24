import { Button, Card, CardBody, CardHeader, CardTitle, Label, Skeleton } from "@patternfly/react-core";
import { Link } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { nameOf } from "../../../features/keys/certificate.ts";
import { certOf, FAMILIES, type KeyPair, keyIdOf } from "../../../features/keys/model.ts";
import { IssuerLinks } from "../../../features/references/IssuerLinks.tsx";
import type { Issuer } from "../../../features/references/useByIds.ts";
import { paths } from "../../../paths.ts";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { Copyable } from "../../../platform/ui/Copyable.tsx";
import { Loading } from "../../../platform/ui/Loading.tsx";
import type { KeySet } from "./api.ts";

/** The maximum number of issuers named on a card. */
export const NAMED = 6;

interface KeySetCardProps {
  keySet: KeySet;
  /** The items to which the page's key sets refer; undefined until they are loaded. */
  issuers: ReadonlyMap<string, Issuer> | undefined;
  pairs: ReadonlyMap<string, KeyPair> | undefined;
  mayChange: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

export function KeySetCard({ keySet, issuers, pairs, mayChange, onEdit, onDelete }: KeySetCardProps) {
  const intl = useIntl();
  const { id, name, description } = keySet;
  const actions = mayChange && (
    <>
      <Button
        variant="secondary"
        aria-label={intl.formatMessage({ id: "tokenSigningKeys.editOf" }, { name })}
        onClick={onEdit}
      >
        <FormattedMessage id="tokenSigningKeys.edit" />
      </Button>
      <Button
        variant="link"
        isDanger
        aria-label={intl.formatMessage({ id: "tokenSigningKeys.deleteOf" }, { name })}
        onClick={onDelete}
      >
        <FormattedMessage id="tokenSigningKeys.delete" />
      </Button>
    </>
  );
  return (
    <Card component="section" aria-label={name} className="hanse-keyset">
      <CardHeader {...(actions && { actions: { actions, hasNoOffset: true } })}>
        <CardTitle component="h2">
          <Link to={paths.editKeySet} params={{ id }}>
            {name}
          </Link>
        </CardTitle>
        <Copyable what={intl.formatMessage({ id: "tokenSigningKeys.id" })} value={id} />
        {description && <p className="hanse-keyset__description">{description}</p>}
      </CardHeader>
      <CardBody>
        <dl className="hanse-keyset__facts">
          <div>
            <dt>{intl.formatMessage({ id: "tokenSigningKeys.issuers" })}</dt>
            <dd>
              <Issuers keySet={keySet} issuers={issuers} />
            </dd>
          </div>
          <div>
            <dt>{intl.formatMessage({ id: "tokenSigningKeys.activeKeys" })}</dt>
            <dd>
              <ActiveKeys keySet={keySet} pairs={pairs} />
            </dd>
          </div>
        </dl>
      </CardBody>
    </Card>
  );
}

function Issuers({ keySet, issuers }: Pick<KeySetCardProps, "keySet" | "issuers">) {
  const more = keySet.issuers.length - NAMED;
  if (!issuers) return <Loading width="10rem" />;
  return (
    <ul className="hanse-keyset__labels">
      {keySet.issuers.slice(0, NAMED).map(({ id }) => (
        <li key={id}>
          <Label variant="outline">{issuers.get(id)?.name ?? id}</Label>
          <Links issuer={issuers.get(id)} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <FormattedMessage id="tokenSigningKeys.issuersMore" values={{ count: more }} />
        </li>
      )}
    </ul>
  );
}

function Links({ issuer }: { issuer: Issuer | undefined }) {
  return issuer ? <IssuerLinks host={issuer.host} path={issuer.path} /> : null;
}

function ActiveKeys({ keySet: { signingKeys }, pairs }: Pick<KeySetCardProps, "keySet" | "pairs">) {
  const timestamp = useTimestamp();
  const intl = useIntl();
  const active = FAMILIES.flatMap((family) => {
    const id = certOf(signingKeys, { family, use: "" }, "Active");
    return id === undefined ? [] : [{ family, id, keyId: keyIdOf(signingKeys, { family, use: "" }, "Active") }];
  });
  return (
    <ul className="hanse-keyset__keys">
      {active.map(({ family, id, keyId }) => {
        const pair = pairs?.get(id);
        return (
          <li key={family}>
            <span className="hanse-keyset__family">{intl.formatMessage({ id: `keys.${family}` })}</span>
            {pairs ? <span>{pair ? nameOf(pair) : id}</span> : <Skeleton width="8rem" />}
            {keyId && <Copyable what={intl.formatMessage({ id: "forms.keyId" })} value={keyId} />}
            {pair?.status === "EXPIRED" && (
              <Label status="warning" isCompact>
                <FormattedMessage id="tokenSigningKeys.expired" values={{ day: timestamp(pair.expires) }} />
              </Label>
            )}
          </li>
        );
      })}
    </ul>
  );
}
