import GripVerticalIcon from "@patternfly/react-icons/dist/esm/icons/grip-vertical-icon";
import type { ComponentProps } from "react";
import "./grip.css";

/** What a row is dragged by, with the mouse, a finger or the keys. */
export function Grip(props: ComponentProps<"button">) {
  return (
    <button type="button" {...props} className="hanse-grip">
      <GripVerticalIcon />
    </button>
  );
}
