import { Skeleton } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { WarningDialog } from "../../../../forms/dialog/WarningDialog.tsx";
import { nameOf } from "../../../../forms/keys/certificate.ts";
import { message } from "../../../../messages.ts";
import { deleteKeyPair, type KeyPair, usageQuery } from "../api.ts";
import { UsageList } from "../Usages.tsx";
import { useRevision } from "../useRevision.ts";

interface DeleteDialogProps {
  pair: KeyPair;
  onDeleted: () => void;
  onClose: () => void;
}

/** Says what uses the key pair, or what is lost with it. */
export function DeleteDialog({ pair, onDeleted, onClose }: DeleteDialogProps) {
  const intl = useIntl();
  const { data: usages, error: unread } = useQuery(usageQuery(pair.id));
  const revision = useRevision(pair.id);
  const remove = useMutation({
    mutationFn: async () => deleteKeyPair(pair.id, await revision()),
    onSuccess: onDeleted,
  });
  const used = usages !== undefined && usages.length > 0;
  return (
    <WarningDialog
      title={
        <FormattedMessage
          {...(used ? message("signingKeys.inUseTitle") : message("forms.deleteTitle"))}
          values={{ name: nameOf(pair) }}
        />
      }
      confirmLabel={usages && !used && <FormattedMessage id="signingKeys.deleteConfirm" />}
      isPending={remove.isPending}
      error={remove.error ?? unread}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {usages === undefined && !unread && <Skeleton screenreaderText={intl.formatMessage({ id: "ui.loading" })} />}
      {usages && (
        <p>
          <FormattedMessage
            {...(used ? message("signingKeys.inUseBody") : message("signingKeys.deleteBody"))}
            values={{ count: usages.length }}
          />
        </p>
      )}
      {used && <UsageList usages={usages} />}
    </WarningDialog>
  );
}
