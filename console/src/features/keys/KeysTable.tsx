/**
 * The table of keys: a row for each family, an active and a previous certificate with their key IDs, and whether the
 * certificates are published. Used by key sets and by the server's own keys. On a narrow screen each row is a card.
 */

import { Checkbox, ExpandableSection } from "@patternfly/react-core";
import { useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { DataTable } from "../../platform/ui/table/DataTable.tsx";
import { useKeyPairs } from "../references/useByIds.ts";
import { CertificateCell, ErrorText, KeyIdCell } from "./CertificateCell.tsx";
import {
  certField,
  certificatesOf,
  certOf,
  FAMILIES,
  type Family,
  isPublished,
  isRsaSigning,
  type KeyPair,
  type KeysTableProps,
  keyIdField,
  keyIdOf,
  publishField,
  RSA_ALGORITHMS,
  type RsaAlgorithm,
  rsaField,
  rsaKeyIdOf,
  type Slot,
  STATES,
  type State,
  withCertificate,
  withKeyId,
  withPublished,
  withRsaKeyId,
} from "./model.ts";
import "./keys.css";

export function KeysTable(props: KeysTableProps) {
  const { keys, use = "", labelledBy } = props;
  const found = useKeyPairs(certificatesOf(keys));
  // A certificate that was just chosen is known already, so its name need not be loaded first.
  const [picked, setPicked] = useState<ReadonlyMap<string, KeyPair>>(new Map());
  const known = found && new Map([...found, ...picked]);
  const remember = (pair: KeyPair) => setPicked((before) => new Map(before).set(pair.id, pair));
  const at = (family: Family) => ({ ...props, slot: { family, use }, known, onRemember: remember });
  return (
    <div className="hanse-keytable">
      <DataTable
        aria-labelledby={labelledBy}
        gridBreakPoint="grid-xl"
        rows={FAMILIES}
        keyOf={(family) => family}
        columns={[
          { head: message("keys.family"), isName: true, cell: (family) => <FamilyName {...at(family)} /> },
          ...STATES.flatMap((state) => [
            { head: message(`keys.${state}`), cell: (family: Family) => <Certificate {...at(family)} state={state} /> },
            { head: message(`keys.${state}KeyId`), cell: (family: Family) => <KeyId {...at(family)} state={state} /> },
          ]),
          { head: message("keys.publish"), cell: (family) => <Publication {...at(family)} /> },
        ]}
      />
      {use === "" && certOf(keys, { family: "rsa", use }, "Active") !== undefined && <RsaKeyIds {...props} />}
    </div>
  );
}

interface CellProps extends KeysTableProps {
  slot: Slot;
  /** The certificates by ID; undefined until they are loaded. */
  known: ReadonlyMap<string, KeyPair> | undefined;
  onRemember: (pair: KeyPair) => void;
}

function FamilyName({ slot, needsRsa }: CellProps) {
  const intl = useIntl();
  return (
    <>
      <span className="hanse-keytable__family">
        {intl.formatMessage({ id: `keys.${slot.family}` })}
        {needsRsa && isRsaSigning(slot) && (
          <span
            className="hanse-keytable__required"
            role="img"
            aria-label={intl.formatMessage({ id: "keys.required" })}
          >
            {"\u00a0*"}
          </span>
        )}
      </span>
      {slot.use === "" && (
        <span className="hanse-keytable__facts">{intl.formatMessage({ id: `keys.${slot.family}Signs` })}</span>
      )}
    </>
  );
}

/** Returns a function that labels a cell with its family and its column, for screen readers. */
function useCellName({ slot }: CellProps) {
  const intl = useIntl();
  const family = intl.formatMessage({ id: `keys.${slot.family}` });
  return (column: Message) => intl.formatMessage({ id: "keys.of" }, { family, column: intl.formatMessage(column) });
}

function Publication(props: CellProps) {
  const { keys, slot, readOnly, errors, onChange } = props;
  const intl = useIntl();
  const nameOf = useCellName(props);
  const publishes = isPublished(keys, slot);
  return (
    <>
      {readOnly ? (
        intl.formatMessage(publishes ? message("keys.yes") : message("keys.no"))
      ) : (
        <Checkbox
          id={`keys-${publishField(slot)}`}
          aria-label={nameOf(message("keys.publish"))}
          isChecked={publishes}
          isDisabled={certOf(keys, slot, "Active") === undefined}
          onChange={(_, checked) => onChange(withPublished(keys, slot, checked))}
        />
      )}
      <ErrorText id={`keys-${publishField(slot)}-error`} error={errors.get(publishField(slot))} />
    </>
  );
}

function Certificate({ state, ...props }: CellProps & { state: State }) {
  const { keys, slot, readOnly, errors, known, onRemember, onChange } = props;
  const nameOf = useCellName(props);
  return (
    <CertificateCell
      slot={slot}
      state={state}
      chosen={certOf(keys, slot, state)}
      known={known}
      label={nameOf(message(`keys.${state}`))}
      readOnly={readOnly}
      error={errors.get(certField(slot, state))}
      onPick={(pair) => {
        if (pair) onRemember(pair);
        onChange(withCertificate(keys, slot, state, pair));
      }}
    />
  );
}

function KeyId({ state, ...props }: CellProps & { state: State }) {
  const { keys, slot, readOnly, errors, onChange } = props;
  const intl = useIntl();
  const nameOf = useCellName(props);
  const id = `keys-${keyIdField(slot, state)}`;
  return (
    <KeyIdCell
      id={id}
      label={nameOf(message(`keys.${state}KeyId`))}
      value={keyIdOf(keys, slot, state)}
      readOnly={readOnly}
      disabled={certOf(keys, slot, state) === undefined}
      placeholder={intl.formatMessage({ id: "keys.thumbprint" })}
      error={errors.get(keyIdField(slot, state))}
      onChange={(value) => onChange(withKeyId(keys, slot, state, value))}
    />
  );
}

const RSA = { family: "rsa", use: "" } as const;

/** Key IDs of the RSA key for single algorithms. Few need them, so the row opens on demand, or if it has an error. */
function RsaKeyIds({ keys, readOnly, errors, onChange }: KeysTableProps) {
  const intl = useIntl();
  const wrong = [...errors.keys()].some((field) => field.startsWith("rsaAlgorithm"));
  const [open, setOpen] = useState(wrong);
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  const count = STATES.reduce((sum, state) => sum + (keys[rsaField(state)]?.length ?? 0), 0);
  return (
    <ExpandableSection
      className="hanse-keytable__rsa"
      isExpanded={open}
      onToggle={(_, expanded) => setOpen(expanded)}
      toggleContent={
        <>
          <FormattedMessage id="keys.rsaKeyIds" />{" "}
          <span className="hanse-keytable__count">
            <FormattedMessage id="keys.rsaKeyIdsCount" values={{ count }} />
          </span>
        </>
      }
    >
      <p className="hanse-keytable__help">{intl.formatMessage({ id: "keys.rsaKeyIdsHelp" })}</p>
      <DataTable
        aria-label={intl.formatMessage({ id: "keys.rsaKeyIds" })}
        rows={RSA_ALGORITHMS}
        keyOf={(algorithm) => algorithm}
        columns={[
          { head: message("keys.algorithm"), isName: true, cell: (algorithm) => algorithm },
          ...STATES.map((state) => ({
            head: message(`keys.${state}KeyId`),
            cell: (algorithm: RsaAlgorithm) => (
              <KeyIdCell
                id={`keys-${rsaField(state)}-${algorithm}`}
                label={intl.formatMessage(
                  { id: "keys.of" },
                  { family: algorithm, column: intl.formatMessage({ id: `keys.${state}KeyId` }) },
                )}
                value={rsaKeyIdOf(keys, state, algorithm)}
                readOnly={readOnly}
                disabled={certOf(keys, RSA, state) === undefined}
                placeholder={intl.formatMessage({ id: "keys.asAbove" })}
                error={errors.get(`${rsaField(state)}.${algorithm}`)}
                onChange={(value) => onChange(withRsaKeyId(keys, state, algorithm, value))}
              />
            ),
          })),
        ]}
      />
    </ExpandableSection>
  );
}
