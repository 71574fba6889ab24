import { Button, ModalBody, ModalFooter } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { logInAgain } from "../api/leave.ts";
import { pageSession } from "../api/pageSession.ts";
import { Modal } from "../ui/Modal.tsx";
import { tell } from "./tabs.ts";

/** Nobody clicked for too long. There is no way to close this but to log in again. */
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
        {/* Through log-out, so that a session which something else kept alive does not let the next person in. */}
        <Button
          onClick={() => {
            tell("ended", pageSession());
            logInAgain();
          }}
        >
          <FormattedMessage id="session.login" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
