import { Button, ModalBody, ModalFooter } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { logInAgain } from "../api/leave.ts";
import { pageSession } from "../api/pageSession.ts";
import { Modal } from "../ui/Modal.tsx";
import { reportSession } from "./tabs.ts";

/** Shown after the inactivity timeout. The only way out of this dialog is to log in again. */
export function TimedOut() {
  return (
    <Modal
      variant="small"
      titleId="timed-out"
      title={<FormattedMessage id="session.timedOut" />}
      isWarning
      aria-describedby="timed-out-body"
    >
      <ModalBody id="timed-out-body">
        <FormattedMessage id="session.timedOutBody" />
      </ModalBody>
      <ModalFooter>
        {/* Through log-out, so that a session that was kept alive otherwise does not let the next user in. */}
        <Button
          onClick={() => {
            reportSession("ended", pageSession());
            logInAgain();
          }}
        >
          <FormattedMessage id="session.login" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
