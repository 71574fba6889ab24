import { Button, ModalBody, ModalFooter } from "@patternfly/react-core";
import { type ReactNode, useId } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { RequestId } from "../../ui/RequestId.tsx";
import { messageOf, requestIdOf } from "../LoadFailed.tsx";
import "./dialog.css";

interface WarningDialogProps {
  title: ReactNode;
  /** The consequences, or the reason why the action is impossible. */
  children: ReactNode;
  /** The label of the button that changes nothing; by default Cancel, or Close if the action is impossible. */
  keepLabel?: ReactNode;
  /** The verb on the danger button; absent if the action is impossible. */
  confirmLabel?: ReactNode;
  isPending: boolean;
  /** True if nothing is lost: the button is then an ordinary one. */
  isHarmless?: boolean;
  /** The reason of a refusal, or why the consequences are unknown. */
  error?: Error | string | null;
  /** The title above the error's own message. */
  errorTitle?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is lost. Enter cancels. */
export function WarningDialog(props: WarningDialogProps) {
  const { title, children, keepLabel, confirmLabel, isPending, isHarmless, error, errorTitle, onConfirm, onClose } =
    props;
  const intl = useIntl();
  const id = useId();
  const [titleId, bodyId, keepId] = [`${id}-title`, `${id}-body`, `${id}-keep`];
  return (
    <Modal
      variant="small"
      titleId={titleId}
      title={title}
      isWarning={!isHarmless}
      aria-describedby={bodyId}
      elementToFocus={`#${CSS.escape(keepId)}`}
      onClose={onClose}
    >
      <ModalBody id={bodyId} tabIndex={-1}>
        <div className="hanse-dialog">
          {children}
          <div aria-live="polite">
            {error && (
              <Alert variant="danger" title={errorTitle ?? messageOf(error, intl)}>
                {errorTitle && <p>{messageOf(error, intl)}</p>}
                <RequestId id={requestIdOf(error)} />
              </Alert>
            )}
          </div>
        </div>
      </ModalBody>
      <ModalFooter>
        <Button id={keepId} variant="secondary" onClick={onClose}>
          {keepLabel ?? <FormattedMessage {...message(confirmLabel ? "forms.cancel" : "forms.closeDialog")} />}
        </Button>
        {confirmLabel && (
          <Button
            variant={isHarmless ? "primary" : "danger"}
            onClick={onConfirm}
            isLoading={isPending}
            isDisabled={isPending}
          >
            {confirmLabel}
          </Button>
        )}
      </ModalFooter>
    </Modal>
  );
}
