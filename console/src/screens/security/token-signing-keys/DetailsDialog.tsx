import { Button, Form, ModalBody, ModalFooter } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
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

const FIELDS = ["name", "id", "description"] as const;

/** The Add/Edit Key Set popup: name, ID and description. Next continues once there are no errors. */
export function DetailsDialog({ isNew, details, errors: found, onNext, ...props }: DetailsDialogProps) {
  const intl = useIntl();
  const messages = useMessages();
  const { register, handleSubmit, getValues, setError, formState } = useForm<Details>({ defaultValues: details });
  const { mutate, isPending } = useMutation({
    mutationFn: (edited: Details) => takenDetails(edited, isNew),
    onSuccess: settle,
    // The popup cannot check it now; saving does.
    onError: () => onNext(trimmed(getValues())),
  });

  function show(wrong: DetailErrors) {
    const [first] = FIELDS.filter((name) => wrong[name]);
    for (const name of FIELDS) {
      const message = toText(wrong[name], intl);
      if (message) setError(name, { message }, { shouldFocus: name === first });
    }
  }

  function settle(wrong: DetailErrors) {
    show(wrong);
    const texts = detailMessages(wrong, intl);
    for (const message of texts) messages.error(message);
    if (texts.length === 0) onNext(trimmed(getValues()));
  }

  const next = handleSubmit((edited) => {
    if (isPending) return;
    messages.clearErrors();
    const wrong = wrongDetails(edited);
    if (Object.keys(wrong).length > 0) settle(wrong);
    else mutate(edited);
  });

  function onClose() {
    // Messages of a refused save are about the whole form, and stay until the next save.
    if (!found) messages.clearErrors();
    props.onClose();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's findings are those of the save before.
  useEffect(() => show(found ?? {}), []);

  const bound = (name: keyof Details) => ({ field: register(name), error: formState.errors[name]?.message });
  return (
    <Modal
      variant="small"
      titleId="key-set"
      title={
        <FormattedMessage {...(isNew ? message("tokenSigningKeys.add") : message("tokenSigningKeys.editTitle"))} />
      }
      elementToFocus="#name"
      onClose={onClose}
    >
      <ModalBody>
        <Form
          id="key-set-details"
          noValidate
          onSubmit={(event) => {
            // In React's tree the popup is inside the form, which would be submitted as well.
            event.stopPropagation();
            void next(event);
          }}
        >
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
