/**
 * The table of keys: a row for each family, an active and a previous certificate with their key IDs, and whether the
 * certificates are published. Used by key sets and by the server's own keys. On a narrow screen each row is a card.
 */

import { Checkbox, ExpandableSection } from "@patternfly/react-core";
import { useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../platform/ui/table/Table.tsx";
import { useKeyPairs } from "../references/useByIds.ts";
import { CertificateCell, ErrorText, KeyIdCell } from "./CertificateCell.tsx";
import {
  certField,
  certificatesOf,
  certOf,
  FAMILIES,
  isPublished,
  isRsaSigning,
  type KeyPair,
  type KeysTableProps,
  keyIdField,
  keyIdOf,
  publishField,
  RSA_ALGORITHMS,
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
  const intl = useIntl();
  const found = useKeyPairs(certificatesOf(keys));
  // What was just chosen is known already, and need not be asked for before it has its name.
  const [picked, setPicked] = useState<ReadonlyMap<string, KeyPair>>(new Map());
  const known = found && new Map([...found, ...picked]);
  const remember = (pair: KeyPair) => setPicked((before) => new Map(before).set(pair.id, pair));
  const columns = [
    message("keys.Active"),
    message("keys.ActiveKeyId"),
    message("keys.Previous"),
    message("keys.PreviousKeyId"),
    message("keys.publish"),
  ];
  return (
    <div className="hanse-keytable">
      <Table aria-labelledby={labelledBy} gridBreakPoint="grid-xl">
        <Thead>
          <Tr>
            {[message("keys.family"), ...columns].map((column) => (
              <Th key={column.id}>{intl.formatMessage(column)}</Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {FAMILIES.map((family) => (
            <FamilyRow key={family} {...props} slot={{ family, use }} known={known} onRemember={remember} />
          ))}
        </Tbody>
      </Table>
      {use === "" && certOf(keys, { family: "rsa", use }, "Active") !== undefined && <RsaKeyIds {...props} />}
    </div>
  );
}

interface RowProps extends KeysTableProps {
  slot: Slot;
  /** The certificates by ID; undefined until they are there. */
  known: ReadonlyMap<string, KeyPair> | undefined;
  onRemember: (pair: KeyPair) => void;
}

function FamilyRow({ slot, ...props }: RowProps) {
  const { keys, readOnly, needsRsa, errors, onChange } = props;
  const intl = useIntl();
  const family = intl.formatMessage({ id: `keys.${slot.family}` });
  const publish = intl.formatMessage({ id: "keys.publish" });
  const publishes = isPublished(keys, slot);
  return (
    <Tr>
      <Th scope="row" dataLabel={intl.formatMessage({ id: "keys.family" })}>
        <span className="hanse-keytable__family">
          {family}
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
      </Th>
      {STATES.map((state) => (
        <StateCells key={state} {...props} slot={slot} state={state} />
      ))}
      <Td dataLabel={publish}>
        {readOnly ? (
          intl.formatMessage(publishes ? message("keys.yes") : message("keys.no"))
        ) : (
          <Checkbox
            id={`keys-${publishField(slot)}`}
            aria-label={intl.formatMessage({ id: "keys.of" }, { family, column: publish })}
            isChecked={publishes}
            isDisabled={certOf(keys, slot, "Active") === undefined}
            onChange={(_, checked) => onChange(withPublished(keys, slot, checked))}
          />
        )}
        <ErrorText id={`keys-${publishField(slot)}-error`} error={errors.get(publishField(slot))} />
      </Td>
    </Tr>
  );
}

function StateCells({ slot, state, ...props }: RowProps & { state: State }) {
  const { keys, readOnly, errors, known, onRemember, onChange } = props;
  const intl = useIntl();
  const family = intl.formatMessage({ id: `keys.${slot.family}` });
  const label = (column: string) => intl.formatMessage({ id: "keys.of" }, { family, column });
  const certificate = intl.formatMessage({ id: `keys.${state}` });
  const keyId = intl.formatMessage({ id: `keys.${state}KeyId` });
  const chosen = certOf(keys, slot, state);
  const cellError = errors.get(certField(slot, state));
  const keyIdError = errors.get(keyIdField(slot, state));
  const keyIdElement = `keys-${keyIdField(slot, state)}`;
  return (
    <>
      <Td dataLabel={certificate}>
        <CertificateCell
          slot={slot}
          state={state}
          chosen={chosen}
          known={known}
          label={label(certificate)}
          readOnly={readOnly}
          error={cellError}
          onPick={(pair) => {
            if (pair) onRemember(pair);
            onChange(withCertificate(keys, slot, state, pair));
          }}
        />
        <ErrorText id={`keys-${slot.family}${slot.use}${state}-error`} error={cellError} />
      </Td>
      <Td dataLabel={keyId}>
        <KeyIdCell
          id={keyIdElement}
          label={label(keyId)}
          value={keyIdOf(keys, slot, state)}
          readOnly={readOnly}
          disabled={chosen === undefined}
          placeholder={intl.formatMessage({ id: "keys.thumbprint" })}
          error={keyIdError}
          onChange={(value) => onChange(withKeyId(keys, slot, state, value))}
        />
        <ErrorText id={`${keyIdElement}-error`} error={keyIdError} />
      </Td>
    </>
  );
}

const RSA = { family: "rsa", use: "" } as const;

/** Key IDs of the RSA key for single algorithms: what few need, so it opens on demand, and when something is wrong in it. */
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
      <Table aria-label={intl.formatMessage({ id: "keys.rsaKeyIds" })} gridBreakPoint="grid-md">
        <Thead>
          <Tr>
            {[message("keys.algorithm"), message("keys.ActiveKeyId"), message("keys.PreviousKeyId")].map((column) => (
              <Th key={column.id}>{intl.formatMessage(column)}</Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {RSA_ALGORITHMS.map((algorithm) => (
            <Tr key={algorithm}>
              <Th scope="row" dataLabel={intl.formatMessage({ id: "keys.algorithm" })}>
                {algorithm}
              </Th>
              {STATES.map((state) => {
                const column = intl.formatMessage({ id: `keys.${state}KeyId` });
                const id = `keys-${rsaField(state)}-${algorithm}`;
                const error = errors.get(`${rsaField(state)}.${algorithm}`);
                return (
                  <Td key={state} dataLabel={column}>
                    <KeyIdCell
                      id={id}
                      label={intl.formatMessage({ id: "keys.of" }, { family: algorithm, column })}
                      value={rsaKeyIdOf(keys, state, algorithm)}
                      readOnly={readOnly}
                      disabled={certOf(keys, RSA, state) === undefined}
                      placeholder={intl.formatMessage({ id: "keys.asAbove" })}
                      error={error}
                      onChange={(value) => onChange(withRsaKeyId(keys, state, algorithm, value))}
                    />
                    <ErrorText id={`${id}-error`} error={error} />
                  </Td>
                );
              })}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </ExpandableSection>
  );
}
