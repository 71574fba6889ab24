import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { WarningDialog } from "../../../platform/forms/dialog/WarningDialog.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { GRANTS, type Grant, revokeGrant } from "./api.ts";

interface RevokeDialogProps {
  grant: Grant;
  onRevoked: () => void;
  onClose: () => void;
}

/** Asks before a grant is revoked. */
export function RevokeDialog({ grant, onRevoked, onClose }: RevokeDialogProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const values = { user: grant.userKey, client: grant.clientName ?? grant.clientId };
  const revoke = useMutation({
    mutationFn: () => revokeGrant(grant.id),
    onSuccess: () => {
      onClose();
      onRevoked();
      messages.success(intl.formatMessage({ id: "grants.revoked" }, values));
      void client.invalidateQueries({ queryKey: GRANTS });
    },
  });
  return (
    <WarningDialog
      title={<FormattedMessage id="grants.revokeTitle" values={values} />}
      confirmLabel={<FormattedMessage id="grants.revokeConfirm" />}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="grants.revokeBody" />
      </p>
    </WarningDialog>
  );
}
