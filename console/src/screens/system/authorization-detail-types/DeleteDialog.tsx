import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { WarningDialog } from "../../../forms/dialog/WarningDialog.tsx";
import { refresh } from "./api.ts";

interface DeleteDialogProps {
  name: string;
  remove: () => Promise<void>;
  confirmLabel: ReactNode;
  /** What is told beside the reason, when it could not be deleted. */
  failed: string;
  onDeleted: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Says what goes, and lets it go. */
export function DeleteDialog({ name, remove, confirmLabel, failed, onDeleted, onClose, children }: DeleteDialogProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      onClose();
      onDeleted();
      refresh(client);
      messages.success(intl.formatMessage({ id: "forms.deleted" }, { name }));
    },
    onError: () => messages.error(failed),
  });
  return (
    <WarningDialog
      title={<FormattedMessage id="forms.deleteTitle" values={{ name }} />}
      confirmLabel={confirmLabel}
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{children}</p>
    </WarningDialog>
  );
}
