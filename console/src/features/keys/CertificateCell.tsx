import { Skeleton } from "@patternfly/react-core";
import { Link } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { framePaths } from "../../paths.ts";
import { ServerChoice } from "../../platform/choice/ServerChoice.tsx";
import { useTimestamp } from "../../platform/page/useTimestamp.ts";
import { FITTING, readFitting } from "./api.ts";
import { algorithmOf, nameOf } from "./certificate.ts";
import type { KeyPair, Slot, State } from "./model.ts";

interface CertificateCellProps {
  slot: Slot;
  state: State;
  /** The ID of the certificate that is chosen. */
  chosen: string | undefined;
  /** Undefined until the names are there. */
  known: ReadonlyMap<string, KeyPair> | undefined;
  label: string;
  readOnly: boolean;
  error: string | undefined;
  onPick: (pair: KeyPair | undefined) => void;
}

/** One certificate of the table: its name and facts, and the choice among those that fit. */
export function CertificateCell(props: CertificateCellProps) {
  const { slot, state, chosen, known, label, readOnly, error, onPick } = props;
  const intl = useIntl();
  const id = `keys-${slot.family}${slot.use}${state}`;
  const pair = chosen === undefined ? undefined : known?.get(chosen);
  const name = pair ? nameOf(pair) : chosen;
  const waiting = chosen !== undefined && known === undefined;
  const shown = waiting ? <Skeleton width="6rem" screenreaderText={intl.formatMessage({ id: "ui.loading" })} /> : name;
  if (readOnly) {
    return (
      <>
        {shown ?? <span className="hanse-keytable__facts">{intl.formatMessage({ id: "keys.none" })}</span>}
        {pair && <Facts id={`${id}-facts`} pair={pair} />}
      </>
    );
  }
  const offersNone = state === "Previous" || slot.family !== "rsa" || slot.use !== "";
  return (
    <>
      <ServerChoice
        id={id}
        label={label}
        source={{
          key: FITTING(slot.family),
          read: (query) => readFitting(slot, query),
          idOf: (one: KeyPair) => one.id,
          show: (one: KeyPair) => ({ name: nameOf(one), description: <FactsText pair={one} /> }),
        }}
        selected={chosen === undefined ? [] : [chosen]}
        optional={offersNone}
        searchLabel={intl.formatMessage({ id: "keys.searchCertificates" })}
        empty={<NoneFit slot={slot} />}
        invalid={error !== undefined}
        describedBy={error ? `${id}-error` : pair ? `${id}-facts` : undefined}
        onPick={onPick}
      >
        {shown ?? <span className="hanse-keytable__choose">{intl.formatMessage({ id: "keys.choose" })}</span>}
      </ServerChoice>
      {pair && <Facts id={`${id}-facts`} pair={pair} />}
    </>
  );
}

function Facts({ id, pair }: { id: string; pair: KeyPair }) {
  return (
    <span
      id={id}
      className={`hanse-keytable__facts${pair.status === "VALID" ? "" : " hanse-keytable__facts--warning"}`}
    >
      <FactsText pair={pair} />
    </span>
  );
}

function FactsText({ pair }: { pair: KeyPair }) {
  const timestamp = useTimestamp();
  const validity = {
    EXPIRED: message("keys.ended"),
    NOT_YET_VALID: message("keys.notYet"),
    VALID: message("keys.until"),
    REVOKED: message("keys.until"),
  }[pair.status];
  const day = timestamp(pair.status === "NOT_YET_VALID" ? pair.validFrom : pair.expires);
  return <FormattedMessage {...validity} values={{ algorithm: algorithmOf(pair), day }} />;
}

/** Why there is nothing to choose from, and where certificates are made. */
export function NoneFit({ slot: { family } }: { slot: Slot }) {
  return (
    <>
      <p>
        {family === "rsa" ? (
          <FormattedMessage id="keys.unfit_rsa" />
        ) : (
          <FormattedMessage id="keys.unfit_ec" values={{ size: family.slice(1) }} />
        )}
      </p>
      <p>
        <Link to={framePaths.signingKeys}>
          <FormattedMessage id="keys.toCertificates" />
        </Link>
      </p>
    </>
  );
}
