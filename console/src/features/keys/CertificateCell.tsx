import { TextArea } from "@patternfly/react-core";
import { Link } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { framePaths } from "../../paths.ts";
import { admin } from "../../platform/api/client.ts";
import { body } from "../../platform/api/transport.ts";
import { ServerChoice } from "../../platform/choice/ServerChoice.tsx";
import type { ListQuery, ServerPage } from "../../platform/list/useServerList.ts";
import { useTimestamp } from "../../platform/page/useTimestamp.ts";
import { Loading } from "../../platform/ui/Loading.tsx";
import { algorithmOf, nameOf } from "./certificate.ts";
import { demandOf, type Family, fits, type KeyPair, type Slot, type State } from "./model.ts";

interface CertificateCellProps {
  slot: Slot;
  state: State;
  /** The ID of the chosen certificate. */
  chosen: string | undefined;
  /** Undefined until the names are loaded. */
  known: ReadonlyMap<string, KeyPair> | undefined;
  label: string;
  readOnly: boolean;
  error: string | undefined;
  onPick: (pair: KeyPair | undefined) => void;
}

/** One certificate of the table: its name, its properties, and a choice among the suitable certificates. */
export function CertificateCell(props: CertificateCellProps) {
  const { slot, state, chosen, known, label, readOnly, error, onPick } = props;
  const intl = useIntl();
  const id = `keys-${slot.family}${slot.use}${state}`;
  const pair = chosen === undefined ? undefined : known?.get(chosen);
  const name = pair ? nameOf(pair) : chosen;
  const waiting = chosen !== undefined && known === undefined;
  const shown = waiting ? <Loading width="6rem" /> : name;
  if (readOnly) {
    return (
      <>
        {shown ?? <span className="hanse-keytable__facts">{intl.formatMessage({ id: "keys.none" })}</span>}
        {pair && <Facts id={`${id}-facts`} pair={pair} />}
        <ErrorText id={`${id}-error`} error={error} />
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
      <ErrorText id={`${id}-error`} error={error} />
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

/** Explains why no certificate can be chosen, and links to the page that creates one. */
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

/** The certificates that fit a family, page by page. */
async function readFitting(slot: Slot, query: ListQuery): Promise<ServerPage<KeyPair>> {
  const page = await body(admin.GET("/keyPairs/signing", { params: { query: { ...query, ...demandOf(slot) } } }));
  // A filter that the server does not offer: rotation settings that lead to a key of another family.
  return { ...page, items: page.items.filter((pair) => fits(slot, pair)) };
}

const FITTING = (family: Family) => ["keyPairs", "fitting", family] as const;

interface KeyIdCellProps {
  id: string;
  label: string;
  value: string;
  readOnly: boolean;
  /** Without a certificate there is no key to give an ID to. */
  disabled: boolean;
  /** The ID that is used if none is entered. */
  placeholder: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function KeyIdCell(props: KeyIdCellProps) {
  return (
    <>
      <KeyIdInput {...props} />
      <ErrorText id={`${props.id}-error`} error={props.error} />
    </>
  );
}

function KeyIdInput({ id, label, value, readOnly, disabled, placeholder, error, onChange }: KeyIdCellProps) {
  const intl = useIntl();
  // An input for a key that cannot be used would only confuse.
  if (disabled) return <span className="hanse-keytable__facts">{intl.formatMessage({ id: "keys.nothing" })}</span>;
  if (readOnly) {
    if (value) return <code className="hanse-keytable__id">{value}</code>;
    return <span className="hanse-keytable__facts">{placeholder}</span>;
  }
  return (
    // One logical line that may wrap, because a thumbprint does not fit into a column.
    <TextArea
      id={id}
      rows={1}
      autoResize
      resizeOrientation="none"
      className="hanse-keytable__id"
      aria-label={label}
      value={value}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      validated={error ? "error" : "default"}
      aria-describedby={error ? `${id}-error` : undefined}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
      onChange={(_, next) => onChange(next.replaceAll(/[\r\n]/g, ""))}
    />
  );
}

/** The error of a table cell, as text. */
export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <span id={id} className="hanse-keytable__error">
      {error}
    </span>
  ) : null;
}
