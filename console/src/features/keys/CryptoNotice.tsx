import { FormattedMessage } from "react-intl";
import { hasCryptoRights, useSession } from "../../platform/session/SessionProvider.tsx";
import { Alert } from "../../platform/ui/Alert.tsx";

/** Explains that keys and certificates are hidden if the administrator lacks the role; otherwise renders nothing. */
export function CryptoNotice() {
  if (hasCryptoRights(useSession())) return null;
  return <Alert variant="warning" title={<FormattedMessage id="forms.noCrypto" />} />;
}
