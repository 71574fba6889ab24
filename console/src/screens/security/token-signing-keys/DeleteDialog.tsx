import { useMutation } from "@tanstack/react-query";
import { FormattedMessage } from "react-intl";
import { WarningDialog } from "../../../forms/dialog/WarningDialog.tsx";
import { useIssuers } from "../../../forms/references/useByIds.ts";
import { deleteKeySet, type KeySet } from "./api.ts";

interface DeleteDialogProps {
  keySet: KeySet;
  onDeleted: () => void;
  onClose: () => void;
}

const NAMED = 10;

/** Says which issuers go back to the default keys. */
export function DeleteDialog({ keySet, onDeleted, onClose }: DeleteDialogProps) {
  const named = keySet.issuers.slice(0, NAMED).map(({ id }) => id);
  const issuers = useIssuers(named);
  const more = keySet.issuers.length - named.length;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteKeySet(keySet.id),
    onSuccess: onDeleted,
  });
  return (
    <WarningDialog
      title={<FormattedMessage id="forms.deleteTitle" values={{ name: keySet.name }} />}
      confirmLabel={<FormattedMessage id="tokenSigningKeys.deleteConfirm" />}
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="tokenSigningKeys.deleteBody" values={{ count: keySet.issuers.length }} />
      </p>
      <ul className="hanse-keyset__delete">
        {named.map((id) => (
          <li key={id}>{issuers?.get(id)?.name ?? id}</li>
        ))}
        {more > 0 && (
          <li>
            <FormattedMessage id="tokenSigningKeys.issuersMore" values={{ count: more }} />
          </li>
        )}
      </ul>
      <p>
        <FormattedMessage id="tokenSigningKeys.deleteTokens" />
      </p>
    </WarningDialog>
  );
}
