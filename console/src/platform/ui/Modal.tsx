import { Button, ModalHeader, type ModalProps, Modal as PatternFlyModal } from "@patternfly/react-core";
import CloseIcon from "@patternfly/react-icons/dist/esm/icons/rh-microns-close-icon";
import type { ReactNode, RefObject } from "react";
import { useIntl } from "react-intl";
import { message } from "../../messages.ts";

interface HanseModalProps extends Omit<ModalProps, "ref" | "title" | "id" | "isOpen" | "onEscapePress"> {
  /** The ID of the heading, which labels the dialog. */
  titleId: string;
  /** Left out if the dialog has a heading of its own. */
  title?: ReactNode;
  isWarning?: boolean;
  /** Shown below the title; describes the dialog. */
  description?: ReactNode;
  isOpen?: boolean;
  /** True while something is dragged: Escape then returns it and does not close the dialog. */
  dragging?: RefObject<boolean>;
}

/** PatternFly's modal with its header. The button to close it has its name in the language of the page; PatternFly's own is English. */
export function Modal(props: HanseModalProps) {
  const { titleId, title, isWarning, description, isOpen = true, dragging, onClose, children, ...others } = props;
  const intl = useIntl();
  const descriptionId = `${titleId}-description`;
  return (
    <PatternFlyModal
      aria-labelledby={titleId}
      {...(description !== undefined && { "aria-describedby": descriptionId })}
      {...others}
      isOpen={isOpen}
      {...(onClose && { onEscapePress: (event) => !dragging?.current && onClose(event) })}
    >
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
      {title !== undefined && (
        <ModalHeader
          labelId={titleId}
          title={title}
          {...(isWarning && { titleIconVariant: "warning" })}
          {...(description !== undefined && { descriptorId: descriptionId, description })}
        />
      )}
      {children}
    </PatternFlyModal>
  );
}
