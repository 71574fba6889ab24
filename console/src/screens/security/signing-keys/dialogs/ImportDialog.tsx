import { FormattedMessage } from "react-intl";
import { toFileData } from "../../../../platform/api/base64.ts";
import { FormDialog } from "../../../../platform/forms/dialog/FormDialog.tsx";
import { useDialogForm } from "../../../../platform/forms/dialog/useDialogForm.ts";
import { PasswordField } from "../../../../platform/forms/fields/PasswordField.tsx";
import { TextField } from "../../../../platform/forms/fields/TextField.tsx";
import { importKeyPair, type KeyPair } from "../api.ts";
import { MOST_KILOBYTES } from "./files.ts";
import { FILE_BUTTON, KeyFileField } from "./KeyFileField.tsx";

interface ImportDialogProps {
  onDone: (pair: KeyPair) => void;
  onClose: () => void;
}

/** A key pair that was made elsewhere. The server finds out what sort of file it is. */
export function ImportDialog({ onDone, onClose }: ImportDialogProps) {
  const dialog = useDialogForm({
    defaults: { fileData: undefined as File | undefined, password: "", id: "" },
    send: async ({ fileData, password, id }) =>
      importKeyPair({ fileData: fileData ? await toFileData(fileData) : "", password, id: id.trim() || null }),
    onDone,
  });
  const { form, errorOf } = dialog;
  return (
    <FormDialog
      dialog={dialog}
      title={<FormattedMessage id="signingKeysDialogs.importTitle" />}
      description={<FormattedMessage id="signingKeysDialogs.importDescription" />}
      submitLabel={<FormattedMessage id="signingKeysDialogs.import" />}
      focusOn={FILE_BUTTON}
      onClose={onClose}
    >
      <KeyFileField
        form={form}
        label={<FormattedMessage id="signingKeysDialogs.file" />}
        help={<FormattedMessage id="signingKeysDialogs.fileHelp" values={{ kilobytes: MOST_KILOBYTES }} />}
      />
      <PasswordField
        field={form.register("password")}
        label={<FormattedMessage id="signingKeysDialogs.filePassword" />}
        help={<FormattedMessage id="signingKeysDialogs.filePasswordHelp" />}
        error={errorOf("password")}
      />
      <TextField
        field={form.register("id")}
        label={<FormattedMessage id="signingKeysDialogs.newId" />}
        help={<FormattedMessage id="signingKeysDialogs.newIdHelp" />}
        error={errorOf("id")}
        spellCheck={false}
        autoCapitalize="none"
      />
    </FormDialog>
  );
}
