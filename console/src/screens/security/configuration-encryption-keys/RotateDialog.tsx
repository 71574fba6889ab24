import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { WarningDialog } from "../../../forms/dialog/WarningDialog.tsx";
import { keysQuery, rotateKey } from "./api.ts";
import { encryptionKeysText as text } from "./text.ts";

/** Says what rotating does. Enter leaves it. */
export function RotateDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: rotateKey,
    onSuccess: (keys) => {
      client.setQueryData(keysQuery.queryKey, keys);
      messages.success(intl.formatMessage(text.rotated));
    },
    onError: (failure) => messages.error(failure, intl.formatMessage(text.failed)),
    onSettled: onClose,
  });
  return (
    <WarningDialog
      title={<FormattedMessage {...text.rotateTitle} />}
      confirmLabel={<FormattedMessage {...text.rotateConfirm} />}
      isPending={rotate.isPending}
      onConfirm={() => rotate.mutate()}
      onClose={onClose}
    >
      <p>
        <FormattedMessage {...text.rotateNew} />
      </p>
      <p>
        <FormattedMessage {...text.rotateWait} />
      </p>
      <p>
        <FormattedMessage {...text.rotateOlder} />
      </p>
    </WarningDialog>
  );
}
