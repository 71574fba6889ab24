import { Skeleton } from "@patternfly/react-core";
import { Link } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../app/paths.ts";
import { uiText } from "../../ui/text.ts";
import { utcDay } from "../../ui/utcDate.ts";
import { ServerChoice } from "../choice/ServerChoice.tsx";
import { FITTING, readFitting } from "./api.ts";
import { algorithmOf, nameOf } from "./certificate.ts";
import type { KeyPair, Slot, State } from "./model.ts";
import { keysText as text } from "./text.ts";

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
  const shown = waiting ? <Skeleton width="6rem" screenreaderText={intl.formatMessage(uiText.loading)} /> : name;
  if (readOnly) {
    return (
      <>
        {shown ?? <span className="hanse-keytable__facts">{intl.formatMessage(text.none)}</span>}
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
        searchLabel={intl.formatMessage(text.searchCertificates)}
        empty={<NoneFit slot={slot} />}
        invalid={error !== undefined}
        describedBy={error ? `${id}-error` : pair ? `${id}-facts` : undefined}
        onPick={onPick}
      >
        {shown ?? <span className="hanse-keytable__choose">{intl.formatMessage(text.choose)}</span>}
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
  const message = { EXPIRED: text.ended, NOT_YET_VALID: text.notYet, VALID: text.until, REVOKED: text.until }[
    pair.status
  ];
  const day = utcDay(pair.status === "NOT_YET_VALID" ? pair.validFrom : pair.expires);
  return <FormattedMessage {...message} values={{ algorithm: algorithmOf(pair), day }} />;
}

/** Why there is nothing to choose from, and where certificates are made. */
export function NoneFit({ slot: { family } }: { slot: Slot }) {
  return (
    <>
      <p>
        {family === "rsa" ? (
          <FormattedMessage {...text.unfit_rsa} />
        ) : (
          <FormattedMessage {...text.unfit_ec} values={{ size: family.slice(1) }} />
        )}
      </p>
      <p>
        <Link to={paths.signingKeys}>
          <FormattedMessage {...text.toCertificates} />
        </Link>
      </p>
    </>
  );
}
