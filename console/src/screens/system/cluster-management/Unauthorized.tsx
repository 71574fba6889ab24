import { Button, ModalBody, ModalFooter } from "@patternfly/react-core";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { useConsoleRole } from "../../../features/nodes/consoleInfo.ts";
import { message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import { signOut } from "../../../platform/api/leave.ts";
import { Modal } from "../../../platform/ui/Modal.tsx";

/** Shown instead of the page to those who may not see it; a passive console has no other page. */
export function Unauthorized() {
  const navigate = useNavigate();
  const isPassive = useConsoleRole() === "PASSIVE";
  const leave = isPassive ? signOut : () => void navigate({ to: paths.home });
  return (
    <Modal
      variant="small"
      titleId="unauthorized"
      title={<FormattedMessage id="clusterManagement.unauthorized" />}
      aria-describedby="unauthorized-body"
    >
      <ModalBody id="unauthorized-body">
        <FormattedMessage id="clusterManagement.unauthorizedBody" />
      </ModalBody>
      <ModalFooter>
        <Button onClick={leave}>
          <FormattedMessage {...(isPassive ? message("clusterManagement.signOut") : message("shell.toHome"))} />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
