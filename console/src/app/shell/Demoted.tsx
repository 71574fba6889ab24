/** For who has a form open with something unsaved in it when another console becomes the active one. */
import {
  Alert,
  AlertActionLink,
  Button,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  PageSection,
} from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage } from "react-intl";
import { catalogue } from "../../catalogue.ts";
import { NewTabLink } from "../../ui/NewTabLink.tsx";
import { paths } from "../paths.ts";

const text = catalogue("demoted", {
  title: "Another console is the active one now",
  body: "This console is passive. What was changed on this page is not saved, and cannot be saved here as long as that is so. The page stays until it is left: copy what is still needed.",
  keep: "Keep the page",
  leave: "Give up the changes",
  passive: "This console is passive, and this page cannot be saved",
  passiveBody: "Copy what is still needed, or switch this console back to active in {cluster} and save then.",
  cluster: "Cluster Management",
});

/** `onLeave` gives up what is unsaved. */
export function Demoted({ onLeave }: { onLeave: () => void }) {
  const [told, setTold] = useState(false);
  const keep = () => setTold(true);
  return (
    <PageSection className="hanse-demoted">
      <Alert
        isInline
        component="p"
        variant="warning"
        title={<FormattedMessage {...text.passive} />}
        actionLinks={
          <AlertActionLink onClick={onLeave}>
            <FormattedMessage {...text.leave} />
          </AlertActionLink>
        }
      >
        <FormattedMessage
          {...text.passiveBody}
          values={{
            cluster: (
              <NewTabLink to={paths.clusterManagement}>
                <FormattedMessage {...text.cluster} />
              </NewTabLink>
            ),
          }}
        />
      </Alert>
      <Modal isOpen={!told} variant="small" aria-labelledby="demoted" aria-describedby="demoted-body" onClose={keep}>
        <ModalHeader title={<FormattedMessage {...text.title} />} titleIconVariant="warning" labelId="demoted" />
        <ModalBody id="demoted-body">
          <FormattedMessage {...text.body} />
        </ModalBody>
        <ModalFooter>
          <Button onClick={keep}>
            <FormattedMessage {...text.keep} />
          </Button>
          <Button variant="secondary" isDanger onClick={onLeave}>
            <FormattedMessage {...text.leave} />
          </Button>
        </ModalFooter>
      </Modal>
    </PageSection>
  );
}
