import { Alert, Button, Modal, ModalBody, ModalFooter, ModalHeader, Skeleton } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { nameOf } from "../../../../forms/keys/certificate.ts";
import { messageOf } from "../../../../forms/LoadFailed.tsx";
import { formsText } from "../../../../forms/text.ts";
import { uiText } from "../../../../ui/text.ts";
import { deleteKeyPair, type KeyPair, usageQuery } from "../api.ts";
import { signingKeysText as text } from "../text.ts";
import { UsageList } from "../Usages.tsx";

interface DeleteDialogProps {
  pair: KeyPair;
  onDeleted: () => void;
  onClose: () => void;
}

const CLOSE_ID = "key-keep";

/** Says what uses the key pair, or what is lost with it. Enter keeps it. */
export function DeleteDialog({ pair, onDeleted, onClose }: DeleteDialogProps) {
  const intl = useIntl();
  const { data: usages, error: unread } = useQuery(usageQuery(pair.id));
  const {
    mutate,
    isPending,
    error: refused,
  } = useMutation({
    mutationFn: () => deleteKeyPair(pair.id),
    onSuccess: onDeleted,
  });
  const used = usages !== undefined && usages.length > 0;
  const failure = refused ?? unread;
  return (
    <Modal
      isOpen
      variant="small"
      aria-labelledby="key-delete"
      aria-describedby="key-delete-body"
      elementToFocus={`#${CLOSE_ID}`}
      onClose={onClose}
    >
      <ModalHeader
        labelId="key-delete"
        titleIconVariant="warning"
        title={
          <FormattedMessage {...(used ? text.inUseTitle : formsText.deleteTitle)} values={{ name: nameOf(pair) }} />
        }
      />
      <ModalBody id="key-delete-body" className="hanse-keys__dialog">
        {usages === undefined && !unread && <Skeleton screenreaderText={intl.formatMessage(uiText.loading)} />}
        {usages && (
          <p>
            <FormattedMessage {...(used ? text.inUseBody : text.deleteBody)} values={{ count: usages.length }} />
          </p>
        )}
        {used && <UsageList usages={usages} />}
        <div aria-live="polite">
          {failure && <Alert variant="danger" isInline component="p" title={messageOf(failure, intl)} />}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button id={CLOSE_ID} variant="secondary" onClick={onClose}>
          <FormattedMessage {...(used ? text.close : formsText.cancel)} />
        </Button>
        {usages && !used && (
          <Button variant="danger" onClick={() => mutate()} isLoading={isPending} isDisabled={isPending}>
            <FormattedMessage {...text.deleteConfirm} />
          </Button>
        )}
      </ModalFooter>
    </Modal>
  );
}
