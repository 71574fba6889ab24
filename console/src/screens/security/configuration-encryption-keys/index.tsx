/** Configuration Encryption Keys at /security/certificate-and-key-management/configuration-encryption-keys. */

import { Button, Label } from "@patternfly/react-core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { CryptoNotice } from "../../../features/keys/CryptoNotice.tsx";
import { message } from "../../../messages.ts";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body } from "../../../platform/api/transport.ts";
import { WarningDialog } from "../../../platform/forms/dialog/WarningDialog.tsx";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { Loading } from "../../../platform/ui/Loading.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import "./encryption-keys.css";

/** The calls of the screen. */
type EncryptionKey = components["schemas"]["ConfigurationEncryptionKey"];

/** All keys, the newest first. */
const keysQuery = queryOptions({
  queryKey: ["configurationEncryptionKeys"],
  queryFn: async (): Promise<readonly EncryptionKey[]> => (await body(admin.GET("/configurationEncryptionKeys"))).items,
});

async function rotateKey(): Promise<readonly EncryptionKey[]> {
  return (await body(admin.POST("/configurationEncryptionKeys/rotate"))).items;
}

/** The maximum number of keys shown (specification 2, section 9). */
const MOST_SHOWN = 10;

export default function ConfigurationEncryptionKeys() {
  const editable = useAccess() === "editable";
  const { data: keys, error, refetch } = useQuery(keysQuery);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Screen
      action={
        editable &&
        keys && (
          <Button onClick={() => setConfirming(true)}>
            <FormattedMessage id="configurationEncryptionKeys.rotate" />
          </Button>
        )
      }
    >
      <div className="hanse-encryption-keys">
        <CryptoNotice />
        {keys && <KeysTable keys={keys} />}
        {!keys && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!keys && !error && <Loading height="8rem" />}
      </div>
      {isConfirming && <RotateDialog onClose={() => setConfirming(false)} />}
    </Screen>
  );
}

function KeysTable({ keys }: { keys: readonly EncryptionKey[] }) {
  const intl = useIntl();
  const show = useTimestamp();
  return (
    <>
      <DataTable
        aria-label={intl.formatMessage({ id: "configurationEncryptionKeys.keys" })}
        rows={keys.slice(0, MOST_SHOWN)}
        keyOf={({ keyId }) => keyId}
        columns={[
          {
            head: message("forms.keyId"),
            cell: (key) => (
              <span className="hanse-encryption-key">
                <code>{key.keyId}</code>
                {key === keys[0] && (
                  <Label isCompact color="green">
                    <FormattedMessage id="configurationEncryptionKeys.current" />
                  </Label>
                )}
              </span>
            ),
          },
          {
            head: message("configurationEncryptionKeys.creationTime"),
            cell: ({ creationDate }) =>
              creationDate ? show(creationDate) : <FormattedMessage id="configurationEncryptionKeys.unknown" />,
          },
        ]}
      />
      {keys.length > MOST_SHOWN && (
        <p className="hanse-form__help">
          <FormattedMessage id="configurationEncryptionKeys.total" values={{ shown: MOST_SHOWN, total: keys.length }} />
        </p>
      )}
    </>
  );
}

/** Explains the effect of a rotation. Enter cancels. */
function RotateDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: rotateKey,
    onMutate: () => messages.clearErrors(),
    onSuccess: (keys) => {
      client.setQueryData(keysQuery.queryKey, keys);
      messages.success(intl.formatMessage({ id: "configurationEncryptionKeys.rotated" }));
    },
    onError: (failure) => messages.error(failure, intl.formatMessage({ id: "configurationEncryptionKeys.failed" })),
    onSettled: onClose,
  });
  return (
    <WarningDialog
      title={<FormattedMessage id="configurationEncryptionKeys.rotateTitle" />}
      confirmLabel={<FormattedMessage id="configurationEncryptionKeys.rotateConfirm" />}
      isPending={rotate.isPending}
      onConfirm={() => rotate.mutate()}
      onClose={onClose}
    >
      <p>{intl.formatMessage({ id: "configurationEncryptionKeys.rotateNew" })}</p>
      <p>{intl.formatMessage({ id: "configurationEncryptionKeys.rotateWait" })}</p>
      <p>{intl.formatMessage({ id: "configurationEncryptionKeys.rotateOlder" })}</p>
    </WarningDialog>
  );
}
