import { Alert, Button, Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { messageOf } from "../../../forms/LoadFailed.tsx";
import { useIssuers } from "../../../forms/references/useByIds.ts";
import { formsText } from "../../../forms/text.ts";
import { deleteKeySet, type KeySet } from "./api.ts";
import { tokenSigningKeysText as text } from "./text.ts";

interface DeleteDialogProps {
  keySet: KeySet;
  onDeleted: () => void;
  onClose: () => void;
}

const KEEP_ID = "key-set-keep";
const NAMED = 10;

/** Says which issuers go back to the default keys. Enter keeps the key set. */
export function DeleteDialog({ keySet, onDeleted, onClose }: DeleteDialogProps) {
  const intl = useIntl();
  const named = keySet.issuers.slice(0, NAMED).map(({ id }) => id);
  const issuers = useIssuers(named);
  const more = keySet.issuers.length - named.length;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteKeySet(keySet.id),
    onSuccess: onDeleted,
  });
  return (
    <Modal
      isOpen
      variant="small"
      aria-labelledby="key-set-delete"
      aria-describedby="key-set-delete-body"
      elementToFocus={`#${KEEP_ID}`}
      onClose={onClose}
    >
      <ModalHeader
        labelId="key-set-delete"
        titleIconVariant="warning"
        title={<FormattedMessage {...formsText.deleteTitle} values={{ name: keySet.name }} />}
      />
      <ModalBody id="key-set-delete-body" className="hanse-keyset__delete">
        <p>
          <FormattedMessage {...text.deleteBody} values={{ count: keySet.issuers.length }} />
        </p>
        <ul>
          {named.map((id) => (
            <li key={id}>{issuers?.get(id)?.name ?? id}</li>
          ))}
          {more > 0 && (
            <li>
              <FormattedMessage {...text.issuersMore} values={{ count: more }} />
            </li>
          )}
        </ul>
        <p>
          <FormattedMessage {...text.deleteTokens} />
        </p>
        <div aria-live="polite">
          {error && <Alert variant="danger" isInline component="p" title={messageOf(error, intl)} />}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button id={KEEP_ID} variant="secondary" onClick={onClose}>
          <FormattedMessage {...formsText.cancel} />
        </Button>
        <Button variant="danger" onClick={() => mutate()} isLoading={isPending} isDisabled={isPending}>
          <FormattedMessage {...text.deleteConfirm} />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
