import { FormattedMessage } from "react-intl";
import { nameOf } from "../../../../features/keys/certificate.ts";
import { toFileData } from "../../../../platform/api/base64.ts";
import { FormDialog } from "../../../../platform/forms/dialog/FormDialog.tsx";
import { useDialogForm } from "../../../../platform/forms/dialog/useDialogForm.ts";
import { type KeyPair, respond } from "../api.ts";
import { useRevision } from "../useRevision.ts";
import { FILE_BUTTON, KeyFileField } from "./KeyFileField.tsx";

interface ResponseDialogProps {
  pair: KeyPair;
  onDone: (pair: KeyPair) => void;
  onClose: () => void;
}

/** What an authority answered to the request of a key pair. */
export function ResponseDialog({ pair, onDone, onClose }: ResponseDialogProps) {
  const revision = useRevision(pair.id);
  const dialog = useDialogForm({
    defaults: { fileData: undefined as File | undefined },
    send: async ({ fileData }) => respond(pair.id, fileData ? await toFileData(fileData) : "", await revision()),
    onDone,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={<FormattedMessage id="signingKeysDialogs.responseTitle" values={{ name: nameOf(pair) }} />}
      description={<FormattedMessage id="signingKeysDialogs.responseDescription" />}
      submitLabel={<FormattedMessage id="signingKeysDialogs.response" />}
      focusOn={FILE_BUTTON}
      onClose={onClose}
    >
      <KeyFileField
        form={dialog.form}
        label={<FormattedMessage id="signingKeysDialogs.responseFile" />}
        help={<FormattedMessage id="signingKeysDialogs.responseFileHelp" />}
      />
    </FormDialog>
  );
}
