import { Button, ModalBody, ModalFooter } from "@patternfly/react-core";
import { useBlocker } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { Modal } from "../ui/Modal.tsx";
import { useNoteUnsaved } from "./unsaved.ts";

/**
 * Asks before changes are lost: with a dialog before another screen is opened, with the browser's own question before
 * the tab is closed or reloaded. Renders nothing otherwise.
 */
export function UnsavedChanges({ dirty }: { dirty: boolean }) {
  useNoteUnsaved(dirty);
  const blocker = useBlocker({
    // A change of the query only (a tab, a page number) keeps the form.
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
