import { Button } from "@patternfly/react-core";
import CheckIcon from "@patternfly/react-icons/dist/esm/icons/check-icon";
import CopyIcon from "@patternfly/react-icons/dist/esm/icons/copy-icon";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import "./copyable.css";

interface CopyableProps {
  /** The description of the value, for the button's label. */
  what: string;
  value: string;
  /** The value as displayed, if it differs, such as with places to break the line. */
  children?: ReactNode;
}

/** A value that users compare or paste elsewhere, with a button that copies it. */
export function Copyable({ what, value, children }: CopyableProps) {
  const intl = useIntl();
  const [copied, setCopied] = useState(false);
  return (
    <span className="hanse-copyable">
      <code>{children ?? value}</code>
      <Button
        variant="plain"
        size="sm"
        hasNoPadding
        aria-label={intl.formatMessage({ id: "ui.copy" }, { what })}
        icon={copied ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
        onBlur={() => setCopied(false)}
      />
      <span role="status" className="pf-v6-screen-reader">
        {copied && <FormattedMessage id="ui.copied" />}
      </span>
    </span>
  );
}
