import { Button, Form, ModalBody, ModalFooter } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { TextAreaField, TextField } from "../../../platform/forms/fields/fields.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { Modal } from "../../../platform/ui/Modal.tsx";
import { takenDetails } from "./api.ts";
import { type DetailErrors, type Details, wrongDetails } from "./details.ts";

interface DetailsDialogProps {
  /** True for a new key set, whose ID can still be chosen. */
  isNew: boolean;
  details: Details;
  /** The server's findings about these fields. */
  errors?: DetailErrors;
  onNext: (details: Details) => void;
  onClose: () => void;
}

/** The Add/Edit Key Set popup: name, ID and description. Next continues once there are no errors. */
export function DetailsDialog({ isNew, details, errors: found, onNext, onClose }: DetailsDialogProps) {
  const intl = useIntl();
  const messages = useMessages();
  const [edited, setEdited] = useState(details);
  const [errors, setErrors] = useState<DetailErrors>(found ?? {});
  const { mutate, isPending } = useMutation({
    mutationFn: () => takenDetails(edited, isNew),
    onSuccess: (taken) => settle(taken),
    // The popup cannot check it now; saving does.
    onError: () => onNext(trimmed(edited)),
  });

  function settle(wrong: DetailErrors) {
    setErrors(wrong);
    const texts = detailMessages(wrong, intl);
    for (const message of texts) messages.error(message);
    if (texts.length === 0) onNext(trimmed(edited));
  }

  function next(event: FormEvent) {
    event.preventDefault();
    // In React's tree the popup is inside the form, which would be submitted as well.
    event.stopPropagation();
    if (isPending) return;
    const wrong = wrongDetails(edited);
    if (Object.keys(wrong).length > 0) settle(wrong);
    else mutate();
  }

  function change(field: keyof Details, value: string) {
    setEdited({ ...edited, [field]: value });
    setErrors({ ...errors, [field]: undefined });
  }

  // New findings focus the first field with an error.
  useEffect(() => {
    const field = (["name", "id", "description"] as const).find((one) => errors[one]);
    if (field) document.getElementById(`key-set-${field}`)?.focus();
  }, [errors]);

  const bound = (name: keyof Details) => ({
    field: {
      name: `key-set-${name}`,
      value: edited[name],
      onChange: (_: unknown, value: string) => change(name, value),
    },
    error: toText(errors[name], intl),
  });
  return (
    <Modal
      variant="small"
      titleId="key-set"
      title={
        <FormattedMessage {...(isNew ? message("tokenSigningKeys.add") : message("tokenSigningKeys.editTitle"))} />
      }
      elementToFocus="#key-set-name"
      onClose={onClose}
    >
      <ModalBody>
        <Form id="key-set-details" noValidate onSubmit={next}>
          <TextField {...bound("name")} label={<FormattedMessage id="tokenSigningKeys.name" />} isRequired />
          <TextField
            {...bound("id")}
            label={<FormattedMessage id="tokenSigningKeys.id" />}
            help={
              <FormattedMessage
                {...(isNew ? message("tokenSigningKeys.idHelp") : message("tokenSigningKeys.idFixed"))}
              />
            }
            isRequired
            readOnly={!isNew}
            className="hanse-keyset__id"
            spellCheck={false}
          />
          <TextAreaField
            {...bound("description")}
            label={<FormattedMessage id="tokenSigningKeys.keySetDescription" />}
          />
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form="key-set-details" isLoading={isPending}>
          <FormattedMessage id="ui.next" />
        </Button>
        <Button variant="secondary" onClick={onClose}>
          <FormattedMessage id="forms.cancel" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** The findings in words, in the order of the fields. */
export function detailMessages(errors: DetailErrors, intl: IntlShape): string[] {
  return [errors.name, errors.id].map((error) => toText(error, intl)).filter((texts) => texts !== undefined);
}

function toText(error: DetailErrors["name"], intl: IntlShape): string | undefined {
  return typeof error === "object" ? intl.formatMessage(error) : error;
}

function trimmed({ id, name, description }: Details): Details {
  return { id, name: name.trim(), description: description.trim() };
}
