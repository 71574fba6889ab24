/** The dialog for an administrator with unsaved changes when another console becomes the active one. */
import { AlertActionLink, PageSection } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage } from "react-intl";
import { paths } from "../paths.ts";
import { WarningDialog } from "../platform/forms/dialog/WarningDialog.tsx";
import { Alert } from "../platform/ui/Alert.tsx";
import { NewTabLink } from "../platform/ui/NewTabLink.tsx";

/** `onLeave` discards the unsaved changes. */
export function Demoted({ onLeave }: { onLeave: () => void }) {
  const [isKept, setKept] = useState(false);
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
      {!isKept && (
        <WarningDialog
          title={<FormattedMessage id="demoted.title" />}
          keepLabel={<FormattedMessage id="demoted.keep" />}
          confirmLabel={<FormattedMessage id="demoted.leave" />}
          isPending={false}
          onConfirm={onLeave}
          onClose={() => setKept(true)}
        >
          <FormattedMessage id="demoted.body" />
        </WarningDialog>
      )}
    </PageSection>
  );
}
