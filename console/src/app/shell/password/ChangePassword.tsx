/** The dialog that changes one's own password; it is a bundle of its own. */
import { FormattedMessage, useIntl } from "react-intl";
import { admin } from "../../../api/client.ts";
import { body } from "../../../api/transport.ts";
import { FormDialog } from "../../../forms/dialog/FormDialog.tsx";
import { useDialogForm } from "../../../forms/dialog/useDialogForm.ts";
import { PasswordField } from "../../../forms/fields/PasswordField.tsx";
import { formsText } from "../../../forms/text.ts";
import { useMessages } from "../../messages/Messages.tsx";
import { useSession } from "../../session/SessionProvider.tsx";
import { passwordText as text } from "./text.ts";

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const { username } = useSession();
  const { success } = useMessages();
  const dialog = useDialogForm({
    defaults: { currentPassword: "", newPassword: "", repeated: "" },
    send: ({ currentPassword, newPassword }) =>
      body(admin.POST("/administrativeAccounts/changePassword", { body: { currentPassword, newPassword } })),
    onDone: () => {
      success(intl.formatMessage(text.changed));
      onClose();
    },
  });
  const { form, errorOf } = dialog;
  const required = intl.formatMessage(formsText.required);
  return (
    <FormDialog
      dialog={dialog}
      title={<FormattedMessage {...text.change} />}
      description={<FormattedMessage {...text.description} />}
      submitLabel={<FormattedMessage {...text.change} />}
      focusOn="#currentPassword"
      onClose={onClose}
    >
      {/* For password managers, which keep a password by its user name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        field={form.register("currentPassword", { required })}
        label={<FormattedMessage {...text.current} />}
        error={errorOf("currentPassword")}
        autoComplete="current-password"
        isRequired
      />
      <PasswordField
        field={form.register("newPassword", { required })}
        label={<FormattedMessage {...text.new} />}
        error={errorOf("newPassword")}
        autoComplete="new-password"
        isRequired
      />
      <PasswordField
        field={form.register("repeated", {
          validate: (value, { newPassword }) => value === newPassword || intl.formatMessage(text.different),
        })}
        label={<FormattedMessage {...text.repeat} />}
        error={errorOf("repeated")}
        autoComplete="new-password"
        isRequired
      />
    </FormDialog>
  );
}
