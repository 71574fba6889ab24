import { Button, ModalBody, ModalFooter } from "@patternfly/react-core";
import { useBlocker } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { Modal } from "../ui/Modal.tsx";
import { useNoteUnsaved } from "./unsaved.ts";

/**
 * Asks before changes are lost: in a dialog when another screen is opened, by the browser's own question when the
 * tab is closed or loaded again. Renders nothing while there is nothing to ask.
 */
export function UnsavedChanges({ dirty }: { dirty: boolean }) {
  useNoteUnsaved(dirty);
  const blocker = useBlocker({
    // The same page with another search (a tab, a page number) keeps the form.
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Modal
      variant="small"
      titleId="unsaved"
      title={<FormattedMessage id="forms.leaveTitle" />}
      isWarning
      aria-describedby="unsaved-body"
      onClose={blocker.reset}
    >
      <ModalBody id="unsaved-body">
        <FormattedMessage id="forms.leaveBody" />
      </ModalBody>
      <ModalFooter>
        <Button variant="primary" onClick={blocker.reset}>
          <FormattedMessage id="forms.stay" />
        </Button>
        <Button variant="secondary" isDanger onClick={blocker.proceed}>
          <FormattedMessage id="forms.leave" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
