import { Alert, Button, Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { nameOf } from "../../../../forms/keys/certificate.ts";
import { messageOf } from "../../../../forms/LoadFailed.tsx";
import { formsText } from "../../../../forms/text.ts";
import { utcDay } from "../../../../ui/utcDate.ts";
import { type KeyPair, stopRotation } from "../api.ts";
import { rotationText as text } from "./text.ts";

interface StopDialogProps {
  pair: KeyPair;
  onDone: () => void;
  onClose: () => void;
}

const KEEP_ID = "rotation-keep";

/** Asks before nobody renews a certificate any more. Enter keeps the rotation. */
export function StopDialog({ pair, onDone, onClose }: StopDialogProps) {
  const intl = useIntl();
  const { mutate, isPending, error } = useMutation({ mutationFn: () => stopRotation(pair.id), onSuccess: onDone });
  return (
    <Modal
      isOpen
      variant="small"
      aria-labelledby="rotation-stop"
      aria-describedby="rotation-stop-body"
      elementToFocus={`#${KEEP_ID}`}
      onClose={onClose}
    >
      <ModalHeader
        labelId="rotation-stop"
        titleIconVariant="warning"
        title={<FormattedMessage {...text.stopTitle} values={{ name: nameOf(pair) }} />}
      />
      <ModalBody id="rotation-stop-body" className="hanse-keys__dialog">
        <p>
          <FormattedMessage {...text.stopBody} values={{ day: utcDay(pair.expires) }} />
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
          <FormattedMessage {...text.stopConfirm} />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
