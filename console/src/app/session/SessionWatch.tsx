import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import { forgetToken } from "../../api/client.ts";
import { leaveToLogout } from "../../api/leave.ts";
import { extendSession } from "../../api/session.ts";
import { shellText as text } from "../shell/text.ts";
import { IdleWatch } from "./idle.ts";

/** When the server names no other (specification 3, section 9). */
const DEFAULT_TIMEOUT_MS = 1_800_000;

/** Extends the server's session on clicks, and says so when there were none for too long. */
export function SessionWatch({ timeout = DEFAULT_TIMEOUT_MS }: { timeout?: number | undefined }) {
  const [timedOut, setTimedOut] = useState(false);

  useEffect(() => {
    const watch = new IdleWatch({
      timeout,
      now: () => Date.now(),
      // A failed extension needs no message: a lost session shows at the next call, which leads to log-out.
      extend: () => void extendSession().catch(() => undefined),
      onTimeout: () => {
        forgetToken();
        setTimedOut(true);
      },
    });
    const click = () => watch.activity();
    const look = () => watch.check();
    document.addEventListener("click", click, { capture: true, passive: true });
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("click", click, { capture: true });
      document.removeEventListener("visibilitychange", look);
      watch.stop();
    };
  }, [timeout]);

  if (!timedOut) return null;
  return (
    <Modal
      isOpen
      variant="small"
      aria-labelledby="timed-out"
      aria-describedby="timed-out-body"
      disableFocusTrap={false}
    >
      <ModalHeader title={<FormattedMessage {...text.timedOut} />} titleIconVariant="warning" labelId="timed-out" />
      <ModalBody id="timed-out-body">
        <FormattedMessage {...text.timedOutBody} />
      </ModalBody>
      <ModalFooter>
        {/* Through log-out, so that a session which something else kept alive does not let the next person in. */}
        <Button onClick={() => leaveToLogout()}>
          <FormattedMessage {...text.login} />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
