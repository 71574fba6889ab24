import { FormattedMessage } from "react-intl";
import { hasCryptoRights, useSession } from "../../platform/session/SessionProvider.tsx";
import { Alert } from "../../platform/ui/Alert.tsx";

/** Says to whom keys and certificates are no business of theirs that it is so; to all others it is nothing. */
export function CryptoNotice() {
  if (hasCryptoRights(useSession())) return null;
  return <Alert variant="warning" title={<FormattedMessage id="forms.noCrypto" />} />;
}
