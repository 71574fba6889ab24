/** The dialog that changes one's own password; it is a bundle of its own. */
import { FormattedMessage, useIntl } from "react-intl";
import { admin } from "../../platform/api/client.ts";
import { body } from "../../platform/api/transport.ts";
import { FormDialog } from "../../platform/forms/dialog/FormDialog.tsx";
import { useDialogForm } from "../../platform/forms/dialog/useDialogForm.ts";
import { PasswordField } from "../../platform/forms/fields/PasswordField.tsx";
import { useMessages } from "../../platform/messages/Messages.tsx";
import { useSession } from "../../platform/session/SessionProvider.tsx";

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const { username } = useSession();
  const { success } = useMessages();
  const dialog = useDialogForm({
    defaults: { currentPassword: "", newPassword: "", repeated: "" },
    send: ({ currentPassword, newPassword }) =>
      body(admin.POST("/administrativeAccounts/changePassword", { body: { currentPassword, newPassword } })),
    onDone: () => {
      success(intl.formatMessage({ id: "password.changed" }));
      onClose();
    },
  });
  const { form, errorOf } = dialog;
  const required = intl.formatMessage({ id: "forms.required" });
  return (
    <FormDialog
      dialog={dialog}
      title={<FormattedMessage id="password.change" />}
      description={<FormattedMessage id="password.description" />}
      submitLabel={<FormattedMessage id="password.change" />}
      focusOn="#currentPassword"
      onClose={onClose}
    >
      {/* For password managers, which keep a password by its user name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        field={form.register("currentPassword", { required })}
        label={<FormattedMessage id="password.current" />}
        error={errorOf("currentPassword")}
        autoComplete="current-password"
        isRequired
      />
      <PasswordField
        field={form.register("newPassword", { required })}
        label={<FormattedMessage id="password.new" />}
        error={errorOf("newPassword")}
        autoComplete="new-password"
        isRequired
      />
      <PasswordField
        field={form.register("repeated", {
          validate: (value, { newPassword }) =>
            value === newPassword || intl.formatMessage({ id: "password.different" }),
        })}
        label={<FormattedMessage id="password.repeat" />}
        error={errorOf("repeated")}
        autoComplete="new-password"
        isRequired
      />
    </FormDialog>
  );
}
