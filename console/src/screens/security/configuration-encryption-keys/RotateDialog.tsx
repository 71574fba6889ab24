import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { WarningDialog } from "../../../platform/forms/dialog/WarningDialog.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { keysQuery, rotateKey } from "./api.ts";

/** Says what rotating does. Enter leaves it. */
export function RotateDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: rotateKey,
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
      <p>
        <FormattedMessage id="configurationEncryptionKeys.rotateNew" />
      </p>
      <p>
        <FormattedMessage id="configurationEncryptionKeys.rotateWait" />
      </p>
      <p>
        <FormattedMessage id="configurationEncryptionKeys.rotateOlder" />
      </p>
    </WarningDialog>
  );
}
