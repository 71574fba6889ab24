/** The dialog for an administrator with unsaved changes when another console becomes the active one. */
import { AlertActionLink, Button, ModalBody, ModalFooter, PageSection } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage } from "react-intl";
import { paths } from "../paths.ts";
import { Alert } from "../platform/ui/Alert.tsx";
import { Modal } from "../platform/ui/Modal.tsx";
import { NewTabLink } from "../platform/ui/NewTabLink.tsx";

/** `onLeave` discards the unsaved changes. */
export function Demoted({ onLeave }: { onLeave: () => void }) {
  const [isKept, setKept] = useState(false);
  const keep = () => setKept(true);
  return (
    <PageSection className="hanse-demoted">
      <Alert
        variant="warning"
        title={<FormattedMessage id="demoted.passive" />}
        actionLinks={
          <AlertActionLink onClick={onLeave}>
            <FormattedMessage id="demoted.leave" />
          </AlertActionLink>
        }
      >
        <FormattedMessage
          id="demoted.passiveBody"
          values={{
            cluster: (
              <NewTabLink to={paths.clusterManagement}>
                <FormattedMessage id="demoted.cluster" />
              </NewTabLink>
            ),
          }}
        />
      </Alert>
      <Modal
        isOpen={!isKept}
        variant="small"
        titleId="demoted"
        title={<FormattedMessage id="demoted.title" />}
        isWarning
        aria-describedby="demoted-body"
        onClose={keep}
      >
        <ModalBody id="demoted-body">
          <FormattedMessage id="demoted.body" />
        </ModalBody>
        <ModalFooter>
          <Button onClick={keep}>
            <FormattedMessage id="demoted.keep" />
          </Button>
          <Button variant="secondary" isDanger onClick={onLeave}>
            <FormattedMessage id="demoted.leave" />
          </Button>
        </ModalFooter>
      </Modal>
    </PageSection>
  );
}
