import { useDraggable } from "@dnd-kit/core";
import { Button, Label } from "@patternfly/react-core";
import GripVerticalIcon from "@patternfly/react-icons/dist/esm/icons/grip-vertical-icon";
import PlusIcon from "@patternfly/react-icons/dist/esm/icons/plus-icon";
import TimesIcon from "@patternfly/react-icons/dist/esm/icons/times-icon";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { Grip } from "../../platform/ui/dragging.tsx";
import { dragId, type Side } from "./dragging.ts";

interface ScopeRowProps {
  side: Side;
  name: string;
  description?: string | undefined;
  isGroup?: boolean | undefined;
  /** True if Tab reaches this row. */
  inTabOrder: boolean;
  onMove: () => void;
}

/** A scope in one of the lists: a handle, its name, and the button that moves it without dragging. */
export function ScopeRow({ side, name, description, isGroup, inTabOrder, onMove }: ScopeRowProps) {
  const intl = useIntl();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: dragId(side, name),
    data: { isGroup },
    attributes: { roleDescription: intl.formatMessage({ id: "scopePicker.draggable" }) },
  });
  const tabIndex = inTabOrder ? 0 : -1;
  const { onKeyDown, ...pointer } = listeners ?? {};
  return (
    // The mouse can drag the whole row. The keyboard and touch, which scrolls the list, use the handle.
    <div
      ref={setNodeRef}
      className={`hanse-picker__row${isDragging ? " hanse-picker__row--held" : ""}`}
      {...mouseOnly(pointer)}
    >
      <Grip
        ref={setActivatorNodeRef}
        data-part="handle"
        {...attributes}
        {...pointer}
        {...(onKeyDown && { onKeyDown: onKeyDown as never })}
        tabIndex={tabIndex}
        aria-label={intl.formatMessage({ id: "scopePicker.handle" }, { name })}
      />
      <RowText name={name} description={description} isGroup={isGroup} />
      <Button
        variant="plain"
        size="sm"
        data-part="act"
        tabIndex={tabIndex}
        icon={side === "available" ? <PlusIcon /> : <TimesIcon />}
        aria-label={intl.formatMessage(
          side === "available" ? message("scopePicker.add") : message("scopePicker.remove"),
          { name },
        )}
        onClick={onMove}
      />
    </div>
  );
}

/** A row of a read-only list. */
export function FixedRow({ name, isGroup }: { name: string; isGroup: boolean }) {
  return (
    <div className="hanse-picker__row">
      <RowText name={name} isGroup={isGroup} />
    </div>
  );
}

/** The image that follows the pointer, or the arrow keys, while a scope is dragged. */
export function HeldRow({ name }: { name: string }) {
  return (
    <div className="hanse-picker__row hanse-picker__held">
      <GripVerticalIcon />
      {name}
    </div>
  );
}

function RowText({ name, description, isGroup }: Pick<ScopeRowProps, "name" | "description" | "isGroup">) {
  return (
    <span className="hanse-picker__text">
      <span className="hanse-picker__name" title={name}>
        {name}
        {isGroup && (
          <Label isCompact className="hanse-picker__group">
            <FormattedMessage id="scopePicker.group" />
          </Label>
        )}
      </span>
      {description && (
        <span className="hanse-picker__description" title={description}>
          {description}
        </span>
      )}
    </span>
  );
}

type Listeners = NonNullable<ReturnType<typeof useDraggable>["listeners"]>;

function mouseOnly({ onPointerDown }: Listeners): Listeners {
  if (!onPointerDown) return {};
  return {
    onPointerDown: (event: { pointerType: string }) => {
      if (event.pointerType === "mouse") onPointerDown(event);
    },
  };
}
