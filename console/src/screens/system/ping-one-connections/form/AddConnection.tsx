/** A new connection. */
import { FormattedMessage, useIntl } from "react-intl";
import { ConnectionEditor } from "./ConnectionEditor.tsx";

export function AddConnection() {
  const intl = useIntl();
  return (
    <ConnectionEditor
      title={intl.formatMessage({ id: "pingOneConnection.add" })}
      description={<FormattedMessage id="pingOneConnection.addDescription" />}
      loading={{ kind: "loaded" }}
      stored={undefined}
      onTakeTheirs={() => undefined}
    />
  );
}
