import { Button } from "@patternfly/react-core";
import CheckIcon from "@patternfly/react-icons/dist/esm/icons/check-icon";
import CopyIcon from "@patternfly/react-icons/dist/esm/icons/copy-icon";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Breakable } from "../Breakable.tsx";
import { signingKeysText as text } from "../text.ts";

/** A value that people compare or paste elsewhere, with a button that copies it. */
export function Copyable({ what, value }: { what: string; value: string }) {
  const intl = useIntl();
  const [copied, setCopied] = useState(false);
  return (
    <span className="hanse-keys__copy">
      <code>
        <Breakable value={value} after=":" />
      </code>
      <Button
        variant="plain"
        size="sm"
        hasNoPadding
        aria-label={intl.formatMessage(text.copy, { what })}
        icon={copied ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
        onBlur={() => setCopied(false)}
      />
      <span role="status" className="pf-v6-screen-reader">
        {copied && <FormattedMessage {...text.copied} />}
      </span>
    </span>
  );
}
