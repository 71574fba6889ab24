/** Configuration Encryption Keys at /security/certificate-and-key-management/configuration-encryption-keys. */

import { Button, Label, Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { CryptoNotice } from "../../../features/keys/CryptoNotice.tsx";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../platform/ui/table/Table.tsx";
import { type EncryptionKey, keysQuery } from "./api.ts";
import { RotateDialog } from "./RotateDialog.tsx";
import "./encryption-keys.css";

/** As many as are shown (specification 2, section 9). */
const MOST_SHOWN = 10;

export default function ConfigurationEncryptionKeys() {
  const intl = useIntl();
  const editable = useAccess() === "editable";
  const { data: keys, error, refetch } = useQuery(keysQuery);
  const [asking, setAsking] = useState(false);
  return (
    <Screen
      action={
        editable &&
        keys && (
          <Button onClick={() => setAsking(true)}>
            <FormattedMessage id="configurationEncryptionKeys.rotate" />
          </Button>
        )
      }
    >
      <div className="hanse-encryption-keys">
        <CryptoNotice />
        {keys && <KeysTable keys={keys} />}
        {!keys && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!keys && !error && <Skeleton height="8rem" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />}
      </div>
      {asking && <RotateDialog onClose={() => setAsking(false)} />}
    </Screen>
  );
}

function KeysTable({ keys }: { keys: readonly EncryptionKey[] }) {
  const intl = useIntl();
  const show = useTimestamp();
  const [keyId, creationTime] = [
    intl.formatMessage({ id: "forms.keyId" }),
    intl.formatMessage({ id: "configurationEncryptionKeys.creationTime" }),
  ];
  return (
    <>
      <Table aria-label={intl.formatMessage({ id: "configurationEncryptionKeys.keys" })}>
        <Thead>
          <Tr>
            <Th>{keyId}</Th>
            <Th>{creationTime}</Th>
          </Tr>
        </Thead>
        <Tbody>
          {keys.slice(0, MOST_SHOWN).map((key, index) => (
            <Tr key={key.keyId}>
              <Td dataLabel={keyId}>
                <span className="hanse-encryption-key">
                  <code>{key.keyId}</code>
                  {index === 0 && (
                    <Label isCompact color="green">
                      <FormattedMessage id="configurationEncryptionKeys.current" />
                    </Label>
                  )}
                </span>
              </Td>
              <Td dataLabel={creationTime}>
                {key.creationDate ? (
                  show(key.creationDate)
                ) : (
                  <FormattedMessage id="configurationEncryptionKeys.unknown" />
                )}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      {keys.length > MOST_SHOWN && (
        <p className="hanse-form__help">
          <FormattedMessage id="configurationEncryptionKeys.total" values={{ shown: MOST_SHOWN, total: keys.length }} />
        </p>
      )}
    </>
  );
}
