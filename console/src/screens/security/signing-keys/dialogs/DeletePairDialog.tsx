import { FormattedMessage } from "react-intl";
import { nameOf } from "../../../../features/keys/certificate.ts";
import { message } from "../../../../messages.ts";
import { DeleteDialog } from "../../../../platform/forms/dialog/DeleteDialog.tsx";
import { deleteKeyPair, KEY_PAIR_COLLECTION, KEY_PAIRS, type KeyPair } from "../api.ts";
import { useRevision } from "../useRevision.ts";

interface DeletePairDialogProps {
  pair: KeyPair;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeletePairDialog({ pair, onDeleted, onClose }: DeletePairDialogProps) {
  const revision = useRevision(pair.id);
  return (
    <DeleteDialog
      collection={KEY_PAIR_COLLECTION}
      id={pair.id}
      name={nameOf(pair)}
      remove={async () => deleteKeyPair(pair.id, await revision())}
      confirmLabel={<FormattedMessage id="signingKeys.deleteConfirm" />}
      inUse={message("signingKeys.inUseBody")}
      queryKeys={[KEY_PAIRS]}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      <FormattedMessage id="signingKeys.deleteBody" />
    </DeleteDialog>
  );
}
