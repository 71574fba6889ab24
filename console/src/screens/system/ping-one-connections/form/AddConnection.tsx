/** A new connection. */
import { FormattedMessage, useIntl } from "react-intl";
import { ConnectionEditor } from "./ConnectionEditor.tsx";
import { connectionFormText as text } from "./text.ts";

export function AddConnection() {
  const intl = useIntl();
  return (
    <ConnectionEditor
      title={intl.formatMessage(text.add)}
      description={<FormattedMessage {...text.addDescription} />}
      loading={{ kind: "loaded" }}
      stored={undefined}
      onTakeTheirs={() => undefined}
    />
  );
}
