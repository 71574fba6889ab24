import { ExpandableSection } from "@patternfly/react-core";
import { useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../platform/ui/table/Table.tsx";
import { ErrorText } from "./ErrorText.tsx";
import { KeyIdCell } from "./KeyIdCell.tsx";
import { certOf, RSA_ALGORITHMS, rsaField, rsaKeyIdOf, STATES, withRsaKeyId } from "./model.ts";
import type { KeysTableProps } from "./props.ts";

const RSA = { family: "rsa", use: "" } as const;

/** Key IDs of the RSA key for single algorithms: what few need, so it opens on demand, and when something is wrong in it. */
export function RsaKeyIds({ keys, readOnly, errors, onChange }: KeysTableProps) {
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
      <p className="hanse-keytable__help">
        <FormattedMessage id="keys.rsaKeyIdsHelp" />
      </p>
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
