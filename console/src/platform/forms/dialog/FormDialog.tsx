import { Button, Form, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { type FormEvent, type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { FormattedMessage } from "react-intl";
import { Alert } from "../../ui/Alert.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { RequestId } from "../../ui/RequestId.tsx";
import "./dialog.css";
import type { DialogForm } from "./useDialogForm.ts";

interface FormDialogProps<Values extends FieldValues> {
  dialog: DialogForm<Values>;
  title: ReactNode;
  description: ReactNode;
  /** The verb on the button. */
  submitLabel: ReactNode;
  /** What has the focus first, as a selector. */
  focusOn: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form of a few fields in a dialog. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { dialog, title, description, submitLabel, focusOn, onClose, children } = props;
  const { findings, requestId, sending, submit } = dialog;
  const id = useId();
  const labelId = `${id}-title`;

  function submitted(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation(); // React hands events of a dialog on to the form that opened it.
    submit();
  }

  return (
    <Modal
      isOpen
      variant="small"
      aria-labelledby={labelId}
      aria-describedby={`${id}-description`}
      elementToFocus={focusOn}
      onClose={onClose}
    >
      <ModalHeader title={title} labelId={labelId} description={<span id={`${id}-description`}>{description}</span>} />
      <ModalBody>
        <Form id={id} className="hanse-dialog" onSubmit={submitted} noValidate>
          <div aria-live="assertive" className="hanse-dialog__findings">
            {findings.map((finding) => (
              <Alert key={finding} variant="danger" isInline component="p" title={finding}>
                <RequestId id={requestId} />
              </Alert>
            ))}
          </div>
          {children}
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form={id} isLoading={sending} isAriaDisabled={sending}>
          {submitLabel}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          <FormattedMessage id="forms.cancel" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
