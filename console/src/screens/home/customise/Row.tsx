import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { Button, type ButtonProps } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Grip } from "../../../platform/ui/Grip.tsx";
import type { Shortcut } from "../api.ts";
import { ICONS } from "../icons.ts";
import { type Dragged, dragId, SHORTCUTS } from "./dragging.ts";

interface RowProps {
  list: string;
  shortcut: Shortcut;
  /** A page that is among the shortcuts already, or that there is no slot for, stays where it is. */
  fixed?: boolean;
  /** Where a page from another list would come in. */
  marked?: boolean;
  children: ReactNode;
}

/** A page in one of the lists: a handle, its picture and name, and the buttons that do without dragging. */
export function Row({ list, shortcut, fixed = false, marked = false, children }: RowProps) {
  const intl = useIntl();
  const { id, label, iconName } = shortcut;
  const data: { dragged: Dragged } = { dragged: { list, page: id, label } };
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: dragId(list, id),
    data,
    // Only the shortcuts take pages in: the arrow keys go straight there, past the rows of the other lists.
    disabled: { draggable: fixed, droppable: list !== SHORTCUTS },
  });
  const Icon = ICONS[iconName];
  const classes = ["hanse-choice__row", isDragging && "hanse-choice__row--held", marked && "hanse-choice__row--marked"];
  return (
    <li
      ref={setNodeRef}
      className={classes.filter(Boolean).join(" ")}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {fixed ? (
        <span className="hanse-choice__no-handle" />
      ) : (
        <Grip
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={intl.formatMessage({ id: "shortcuts.handle" }, { label })}
        />
      )}
      <Icon />
      <span className="hanse-choice__label">{label}</span>
      <span className="hanse-choice__buttons">{children}</span>
    </li>
  );
}

interface RowButtonProps extends Pick<ButtonProps, "icon" | "onClick"> {
  label: string;
  /** Finds the button again after its row has moved. */
  name: string;
  off?: boolean;
}

/** A small button that keeps the focus when it has nothing more to do. */
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
