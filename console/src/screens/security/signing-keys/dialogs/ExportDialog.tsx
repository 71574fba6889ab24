import { FormGroup, Radio } from "@patternfly/react-core";
import { useWatch } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { nameOf } from "../../../../features/keys/certificate.ts";
import { FormDialog } from "../../../../platform/forms/dialog/FormDialog.tsx";
import { useDialogForm } from "../../../../platform/forms/dialog/useDialogForm.ts";
import { PasswordField } from "../../../../platform/forms/fields/PasswordField.tsx";
import { saveFile } from "../../../../platform/ui/saveFile.ts";
import { type ExportFormat, exportKeyPair, type KeyPair } from "../api.ts";
import { fileNameOf, LEAST_PASSWORD, MOST_PASSWORD } from "./files.ts";

interface ExportDialogProps {
  pair: KeyPair;
  onDone: () => void;
  onClose: () => void;
}

const FORMATS: readonly { format: ExportFormat; ending: string }[] = [
  { format: "PKCS12", ending: "p12" },
  { format: "PEM", ending: "pem" },
];
const LIMITS = { least: LEAST_PASSWORD, most: MOST_PASSWORD };

/** Key and certificates in one file, under a password that is asked for twice. */
export function ExportDialog({ pair, onDone, onClose }: ExportDialogProps) {
  const intl = useIntl();
  const dialog = useDialogForm({
    defaults: { format: "PKCS12" as ExportFormat, password: "", repeated: "" },
    send: async ({ format, password }) => {
      const ending = FORMATS.find((one) => one.format === format)?.ending ?? "";
      saveFile(fileNameOf(pair, ending), await exportKeyPair(pair.id, format, password));
    },
    onDone,
  });
  const { form, errorOf } = dialog;
  const chosen = useWatch({ control: form.control, name: "format" });
  return (
    <FormDialog
      dialog={dialog}
      title={<FormattedMessage id="signingKeysDialogs.exportTitle" values={{ name: nameOf(pair) }} />}
      description={<FormattedMessage id="signingKeysDialogs.exportDescription" />}
      submitLabel={<FormattedMessage id="signingKeysDialogs.export" />}
      focusOn="#password"
      onClose={onClose}
    >
      <FormGroup role="radiogroup" label={<FormattedMessage id="signingKeysDialogs.format" />} isStack fieldId="format">
        {FORMATS.map(({ format }) => (
          <Radio
            key={format}
            id={`format-${format}`}
            name="format"
            label={<FormattedMessage id={`signingKeysDialogs.${format}`} />}
            description={<FormattedMessage id={`signingKeysDialogs.${format}Help`} />}
            isChecked={chosen === format}
            onChange={() => form.setValue("format", format)}
          />
        ))}
      </FormGroup>
      <PasswordField
        field={form.register("password", {
          validate: (value) =>
            (value.length >= LEAST_PASSWORD && value.length <= MOST_PASSWORD) ||
            intl.formatMessage({ id: "signingKeysDialogs.passwordLength" }, LIMITS),
        })}
        label={<FormattedMessage id="signingKeysDialogs.newPassword" />}
        help={<FormattedMessage id="signingKeysDialogs.newPasswordHelp" values={LIMITS} />}
        error={errorOf("password")}
        isRequired
      />
      <PasswordField
        field={form.register("repeated", {
          validate: (value, { password }) =>
            value === password || intl.formatMessage({ id: "signingKeysDialogs.different" }),
        })}
        label={<FormattedMessage id="signingKeysDialogs.repeat" />}
        error={errorOf("repeated")}
        isRequired
      />
    </FormDialog>
  );
}
