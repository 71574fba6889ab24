import { Button, type ButtonProps } from "@patternfly/react-core";
import GripVerticalIcon from "@patternfly/react-icons/dist/esm/icons/grip-vertical-icon";
import type { ComponentProps, RefObject } from "react";
import "./grip.css";

/** The handle of a row, for the mouse, touch and the keyboard. */
export function Grip(props: ComponentProps<"button">) {
  return (
    <button type="button" {...props} className="hanse-grip">
      <GripVerticalIcon />
    </button>
  );
}

interface RowButtonProps extends Pick<ButtonProps, "icon" | "onClick"> {
  label: string;
  /** Finds the button again after its row has moved. */
  name: string;
  off?: boolean;
}

/** A small button that moves a row without dragging. It stays focusable while disabled, to keep the focus. */
export function RowButton({ label, name, off = false, icon, onClick }: RowButtonProps) {
  return (
    <Button
      variant="plain"
      size="sm"
      aria-label={label}
      data-button={name}
      isAriaDisabled={off}
      icon={icon}
      onClick={off ? undefined : onClick}
    />
  );
}

/** Ends dragging a moment later: the dialog handles the same press of Escape afterwards, and must not close then. */
export function endDragging(dragging: RefObject<boolean>): void {
  setTimeout(() => {
    dragging.current = false;
  });
}
