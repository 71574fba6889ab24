import { Button, ModalBody, ModalFooter } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { Modal } from "../ui/Modal.tsx";

/** Asks whether to leave without saving. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Modal
      variant="small"
      titleId="unsaved"
      title={<FormattedMessage id="forms.leaveTitle" />}
      isWarning
      aria-describedby="unsaved-body"
      onClose={onStay}
    >
      <ModalBody id="unsaved-body">
        <FormattedMessage id="forms.leaveBody" />
      </ModalBody>
      <ModalFooter>
        <Button variant="primary" onClick={onStay}>
          <FormattedMessage id="forms.stay" />
        </Button>
        <Button variant="secondary" isDanger onClick={onLeave}>
          <FormattedMessage id="forms.leave" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
