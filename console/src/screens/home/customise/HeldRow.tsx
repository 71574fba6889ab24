import GripVerticalIcon from "@patternfly/react-icons/dist/esm/icons/grip-vertical-icon";
import type { Shortcut } from "../api.ts";
import { ICONS } from "../icons.ts";
import type { Dragged } from "./dragging.ts";

/** What follows the pointer, or the arrow keys, while a page is dragged. */
export function HeldRow({ held, iconName = "system" }: { held: Dragged; iconName: Shortcut["iconName"] | undefined }) {
  const Icon = ICONS[iconName];
  return (
    <div className="hanse-choice__row hanse-choice__held">
      <GripVerticalIcon />
      <Icon />
      {held.label}
    </div>
  );
}
