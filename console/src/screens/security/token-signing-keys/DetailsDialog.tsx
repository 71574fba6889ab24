import {
  Button,
  Form,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  ModalBody,
  ModalFooter,
  ModalHeader,
  TextArea,
  TextInput,
} from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { Modal } from "../../../platform/ui/Modal.tsx";
import { takenDetails } from "./api.ts";
import { type DetailErrors, type Details, wrongDetails } from "./details.ts";

interface DetailsDialogProps {
  /** A new key set, whose ID can still be chosen. */
  isNew: boolean;
  details: Details;
  /** What the server found wrong with them. */
  errors?: DetailErrors;
  onNext: (details: Details) => void;
  onClose: () => void;
}

/** The Add/Edit Key Set popup: name, ID and description. Next goes on once nothing is wrong with them. */
export function DetailsDialog({ isNew, details, errors: found, onNext, onClose }: DetailsDialogProps) {
  const intl = useIntl();
  const messages = useMessages();
  const [edited, setEdited] = useState(details);
  const [errors, setErrors] = useState<DetailErrors>(found ?? {});
  const { mutate, isPending } = useMutation({
    mutationFn: () => takenDetails(edited, isNew),
    onSuccess: (taken) => settle(taken),
    // The popup cannot tell; saving will.
    onError: () => onNext(trimmed(edited)),
  });

  function settle(wrong: DetailErrors) {
    setErrors(wrong);
    const told = detailMessages(wrong, intl);
    for (const message of told) messages.error(message);
    if (told.length === 0) onNext(trimmed(edited));
  }

  function next(event: FormEvent) {
    event.preventDefault();
    // In React's tree the popup is inside the form, and would send that as well.
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

  const words = (field: keyof Details) => toText(errors[field], intl);
  return (
    <Modal isOpen variant="small" aria-labelledby="key-set" elementToFocus="#key-set-name" onClose={onClose}>
      <ModalHeader
        title={
          <FormattedMessage {...(isNew ? message("tokenSigningKeys.add") : message("tokenSigningKeys.editTitle"))} />
        }
        labelId="key-set"
      />
      <ModalBody>
        <Form id="key-set-details" noValidate onSubmit={next}>
          <Field id="key-set-name" label={message("tokenSigningKeys.name")} isRequired error={words("name")}>
            <TextInput
              {...inputProps("key-set-name", words("name"))}
              isRequired
              value={edited.name}
              autoComplete="off"
              onChange={(_, value) => change("name", value)}
            />
          </Field>
          <Field
            id="key-set-id"
            label={message("tokenSigningKeys.id")}
            isRequired
            error={words("id")}
            help={intl.formatMessage(isNew ? message("tokenSigningKeys.idHelp") : message("tokenSigningKeys.idFixed"))}
          >
            <TextInput
              {...inputProps("key-set-id", words("id"))}
              aria-describedby="key-set-id-help"
              isRequired
              readOnly={!isNew}
              className="hanse-keyset__id"
              value={edited.id}
              autoComplete="off"
              spellCheck={false}
              onChange={(_, value) => change("id", value)}
            />
          </Field>
          <Field
            id="key-set-description"
            label={message("tokenSigningKeys.keySetDescription")}
            error={words("description")}
          >
            <TextArea
              {...inputProps("key-set-description", words("description"))}
              value={edited.description}
              rows={3}
              resizeOrientation="vertical"
              onChange={(_, value) => change("description", value)}
            />
          </Field>
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
      <FocusFirstError errors={errors} />
    </Modal>
  );
}

interface FieldProps {
  id: string;
  label: Message;
  isRequired?: boolean;
  error: string | undefined;
  help?: string;
  children: ReactNode;
}

function Field({ id, label, isRequired = false, error, help, children }: FieldProps) {
  const told = error ?? help;
  return (
    <FormGroup fieldId={id} label={<FormattedMessage {...label} />} isRequired={isRequired}>
      {children}
      {told && (
        <FormHelperText>
          <HelperText id={`${id}-help`}>
            <HelperTextItem variant={error ? "error" : "default"}>{told}</HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}

function inputProps(id: string, error: string | undefined) {
  return { id, validated: error ? "error" : "default", ...(error && { "aria-describedby": `${id}-help` }) } as const;
}

/** New findings take the focus to the first of their fields. */
function FocusFirstError({ errors }: { errors: DetailErrors }) {
  useEffect(() => {
    const field = (["name", "id", "description"] as const).find((one) => errors[one]);
    if (field) document.getElementById(`key-set-${field}`)?.focus();
  }, [errors]);
  return null;
}

/** The findings in words, in the order of the fields. */
export function detailMessages(errors: DetailErrors, intl: IntlShape): string[] {
  return [errors.name, errors.id].map((error) => toText(error, intl)).filter((told) => told !== undefined);
}

function toText(error: DetailErrors["name"], intl: IntlShape): string | undefined {
  return typeof error === "object" ? intl.formatMessage(error) : error;
}

function trimmed({ id, name, description }: Details): Details {
  return { id, name: name.trim(), description: description.trim() };
}
