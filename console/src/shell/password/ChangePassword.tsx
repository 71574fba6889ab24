/** The dialog that changes one's own password. It is a separate bundle. */
import { Button, Form, ModalBody, ModalFooter } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { admin } from "../../platform/api/client.ts";
import { ApiError } from "../../platform/api/errors.ts";
import { body } from "../../platform/api/transport.ts";
import { PasswordField } from "../../platform/forms/fields/fields.tsx";
import { messageOf } from "../../platform/forms/LoadFailed.tsx";
import { sortErrors } from "../../platform/forms/serverErrors.ts";
import { useNoteUnsaved } from "../../platform/forms/unsaved.ts";
import { useMessages } from "../../platform/messages/Messages.tsx";
import { useSession } from "../../platform/session/SessionProvider.tsx";
import { Alert } from "../../platform/ui/Alert.tsx";
import { Modal } from "../../platform/ui/Modal.tsx";
import { RequestId } from "../../platform/ui/RequestId.tsx";
import "../../platform/forms/dialog/dialog.css";

const EMPTY = { currentPassword: "", newPassword: "", repeated: "" };
const FORM = "change-password";

interface Refusal {
  /** Findings that belong to no field. */
  findings: readonly string[];
  requestId?: string | undefined;
}

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const { username } = useSession();
  const { success } = useMessages();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: EMPTY });
  // Replacing the page closes the dialog as well.
  useNoteUnsaved(formState.isDirty);
  const [{ findings, requestId }, setRefusal] = useState<Refusal>({ findings: [] });
  const { mutate, isPending } = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof EMPTY) =>
      body(admin.POST("/administrativeAccounts/changePassword", { body: { currentPassword, newPassword } })),
    onSuccess: () => {
      success(intl.formatMessage({ id: "password.changed" }));
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status === 0) return setRefusal({ findings: [messageOf(error, intl)] });
      const { fields, rest } = sortErrors(error, (path) => path in EMPTY);
      for (const [path, message] of fields) setError(path as keyof typeof EMPTY, { message });
      setRefusal({ findings: rest, requestId: rest.length > 0 ? error.requestId : undefined });
    },
    // The request contains passwords, so it is discarded with the dialog.
    gcTime: 0,
  });
  const required = intl.formatMessage({ id: "forms.required" });

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation(); // React passes events of a dialog on to the form that opened it.
    if (isPending) return;
    setRefusal({ findings: [] });
    void handleSubmit((values) => mutate(values))();
  }

  return (
    <Modal
      variant="small"
      titleId={`${FORM}-title`}
      title={<FormattedMessage id="password.change" />}
      description={<FormattedMessage id="password.description" />}
      elementToFocus="#currentPassword"
      onClose={onClose}
    >
      <ModalBody>
        <Form id={FORM} className="hanse-dialog" onSubmit={submit} noValidate>
          <div aria-live="assertive" className="hanse-dialog__findings">
            {findings.map((finding) => (
              <Alert key={finding} variant="danger" title={finding}>
                <RequestId id={requestId} />
              </Alert>
            ))}
          </div>
          {/* For password managers, which store a password with its user name. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            field={register("currentPassword", { required })}
            label={<FormattedMessage id="password.current" />}
            error={formState.errors.currentPassword?.message}
            autoComplete="current-password"
            isRequired
          />
          <PasswordField
            field={register("newPassword", { required })}
            label={<FormattedMessage id="password.new" />}
            error={formState.errors.newPassword?.message}
            autoComplete="new-password"
            isRequired
          />
          <PasswordField
            field={register("repeated", {
              validate: (value, { newPassword }) =>
                value === newPassword || intl.formatMessage({ id: "password.different" }),
            })}
            label={<FormattedMessage id="password.repeat" />}
            error={formState.errors.repeated?.message}
            autoComplete="new-password"
            isRequired
          />
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form={FORM} isLoading={isPending} isAriaDisabled={isPending}>
          <FormattedMessage id="password.change" />
        </Button>
        <Button variant="secondary" onClick={onClose}>
          <FormattedMessage id="forms.cancel" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
