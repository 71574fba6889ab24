/** Selects scopes in two lists, by dragging, with keys and with buttons. It is a separate bundle. */
import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type RefObject, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { endDragging } from "../../platform/ui/dragging.tsx";
import { FieldHelp } from "../../platform/ui/FieldHelp.tsx";
import { announcementsOf, detect, isGroupOf, nameOf, type Side, sideOf, toList } from "./dragging.ts";
import { AvailableList, headingId, SelectedList } from "./Lists.tsx";
import { HeldRow } from "./ScopeRow.tsx";
import { withoutScope, withScope } from "./selection.ts";
import type { Choices } from "./useAvailable.ts";
import type { ListHandle } from "./VirtualList.tsx";
import "./picker.css";

interface ScopePickerProps {
  /** The label, and the help text below. */
  texts: { label: Message; help: Message; none: Message };
  choices: Choices;
  selected: readonly string[];
  /** The selected names that are scope groups. */
  groups?: ReadonlySet<string>;
  readOnly: boolean;
  error: string | undefined;
  /** Called with the name of a scope group before it is added. */
  onAddGroup?: (name: string) => void;
  onChange: (selected: readonly string[]) => void;
  /** True while a scope is dragged: Escape, which the surrounding dialog also receives, then returns the scope. */
  dragging?: RefObject<boolean>;
}

const NO_GROUPS: ReadonlySet<string> = new Set();

export function ScopePicker({
  texts,
  choices,
  selected,
  groups = NO_GROUPS,
  readOnly,
  error,
  onAddGroup,
  onChange,
  dragging,
}: ScopePickerProps) {
  const intl = useIntl();
  const [held, setHeld] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const lists = { available: useRef<ListHandle>(null), selected: useRef<ListHandle>(null) };
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toList }),
  );

  function change(next: readonly string[], message: Message, name?: string) {
    onChange(next);
    setAnnouncement(intl.formatMessage(message, { name, count: next.length }));
  }

  /** Moves a scope to the other list. The row that takes its place gets the focus, so that the user can continue. */
  function move(name: string, from: Side, isGroup: boolean) {
    if (isGroup && from === "available") onAddGroup?.(name);
    if (!lists[from].current?.focusBeside(name)) document.getElementById(headingId(from))?.focus();
    if (from === "available") change(withScope(selected, name), message("scopePicker.announcedAdded"), name);
    else change(withoutScope(selected, name), message("scopePicker.announcedRemoved"), name);
  }

  function letGo() {
    setHeld(undefined);
    if (dragging) endDragging(dragging);
  }

  function drop({ active, over }: DragEndEvent) {
    letGo();
    const from = sideOf(active);
    if (from && over && sideOf(over) !== from) move(nameOf(active), from, isGroupOf(active));
  }

  return (
    <fieldset className="hanse-picker" aria-describedby="scopes-help">
      <legend>
        <FormattedMessage {...texts.label} />
      </legend>
      <DndContext
        sensors={sensors}
        collisionDetection={detect}
        autoScroll={false}
        accessibility={{
          announcements: announcementsOf(intl),
          screenReaderInstructions: { draggable: intl.formatMessage({ id: "scopePicker.instructions" }) },
        }}
        onDragStart={({ active }) => {
          if (dragging) dragging.current = true;
          setHeld(nameOf(active));
        }}
        onDragEnd={drop}
        onDragCancel={letGo}
      >
        <div id="scopes" tabIndex={-1} className={`hanse-picker__lists${error ? " hanse-picker__lists--wrong" : ""}`}>
          {!readOnly && (
            <AvailableList
              choices={choices}
              selected={selected}
              locked={held !== undefined}
              list={lists.available}
              onAdd={(name, isGroup) => move(name, "available", isGroup)}
            />
          )}
          <SelectedList
            selected={selected}
            groups={groups}
            readOnly={readOnly}
            none={texts.none}
            locked={held !== undefined}
            list={lists.selected}
            onRemove={(name) => move(name, "selected", groups.has(name))}
            onEmpty={() => {
              document.getElementById(headingId("selected"))?.focus();
              change([], message("scopePicker.announcedEmptied"));
            }}
          />
        </div>
        <DragOverlay dropAnimation={null}>{held !== undefined && <HeldRow name={held} />}</DragOverlay>
      </DndContext>
      <FieldHelp id="scopes-help" error={error}>
        {!readOnly && <FormattedMessage {...texts.help} />}
      </FieldHelp>
      <p className="pf-v6-screen-reader" aria-live="polite">
        {announcement}
      </p>
    </fieldset>
  );
}
