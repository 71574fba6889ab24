import { Divider, DropdownItem } from "@patternfly/react-core";
import EllipsisVIcon from "@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon";
import { FormattedMessage, useIntl } from "react-intl";
import { nameOf } from "../../../features/keys/certificate.ts";
import { IconMenu } from "../../../platform/ui/IconMenu.tsx";
import type { KeyPair } from "./api.ts";
import { isSelfSigned } from "./view.ts";

/** What may be done with a key pair: downloads at once, everything else in a dialog of its own. */
export type Task = "certificate" | "export" | "request" | "response" | "rotation" | "stopRotation" | "delete";

export interface KeyMenuProps {
  pair: KeyPair;
  mayChange: boolean;
  onTask: (task: Task, pair: KeyPair) => void;
}

/** What can be done with a key pair, the same in its row and on its page. Who may only look may take what is public. */
export function KeyMenu({ pair, mayChange, onTask }: KeyMenuProps) {
  const intl = useIntl();
  return (
    <IconMenu
      label={intl.formatMessage({ id: "signingKeys.actionsOf" }, { name: nameOf(pair) })}
      icon={<EllipsisVIcon />}
      onSelect={(task) => onTask(task as Task, pair)}
    >
      <DropdownItem value="certificate">
        <FormattedMessage id="signingKeys.downloadCertificate" />
      </DropdownItem>
      {mayChange && (
        <DropdownItem value="export">
          <FormattedMessage id="signingKeys.export" />
        </DropdownItem>
      )}
      <Divider component="li" />
      <DropdownItem value="request">
        <FormattedMessage id="signingKeys.downloadRequest" />
      </DropdownItem>
      {mayChange && (
        <>
          <DropdownItem value="response">
            <FormattedMessage id="signingKeys.importResponse" />
          </DropdownItem>
          <Divider component="li" />
          {isSelfSigned(pair) && (
            <DropdownItem value="rotation">
              <FormattedMessage id="signingKeysRotation.menu" />
            </DropdownItem>
          )}
          <DropdownItem value="delete" isDanger>
            <FormattedMessage id="signingKeys.delete" />
          </DropdownItem>
        </>
      )}
    </IconMenu>
  );
}
