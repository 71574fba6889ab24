import { Button, type ModalProps, Modal as PatternFlyModal } from "@patternfly/react-core";
import CloseIcon from "@patternfly/react-icons/dist/esm/icons/rh-microns-close-icon";
import { useIntl } from "react-intl";
import { message } from "../../messages.ts";

/** PatternFly's modal, whose button to close it has its name in the language of the page; PatternFly's own is English. */
export function Modal({ onClose, onEscapePress = onClose, children, ...props }: Omit<ModalProps, "ref">) {
  const intl = useIntl();
  return (
    <PatternFlyModal {...props} {...(onEscapePress && { onEscapePress })}>
      {onClose && (
        <div className="pf-v6-c-modal-box__close">
          <Button
            variant="plain"
            aria-label={intl.formatMessage(message("ui.close"))}
            icon={<CloseIcon />}
            onClick={onClose}
          />
        </div>
      )}
      {children}
    </PatternFlyModal>
  );
}
