/** The dialog that customizes the shortcuts. It is a separate bundle. */

import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { Bullseye, Button, ModalBody, ModalFooter, Spinner } from "@patternfly/react-core";
import GripVerticalIcon from "@patternfly/react-icons/dist/esm/icons/grip-vertical-icon";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { PartFailed } from "../../../platform/forms/LoadFailed.tsx";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { endDragging } from "../../../platform/ui/dragging.tsx";
import { Modal } from "../../../platform/ui/Modal.tsx";
import { useFocusAfterRender } from "../../../platform/ui/useFocusAfterRender.ts";
import { choiceQuery, defaultsQuery, type Groups, groupsQuery, type Shortcut } from "../api.ts";
import { ICONS } from "../icons.ts";
import { Catalog } from "./Catalog.tsx";
import { SLOTS, useDraft, useSaveChoice } from "./draft.ts";
import { AUTO_SCROLL, announcementsOf, type Dragged, detect, dragged, isOverShortcuts, SHORTCUTS } from "./dragging.ts";
import { PageList, ShortcutList } from "./PageList.tsx";
import "./customize.css";

export function Customize({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const queries = [useQuery(groupsQuery), useQuery(choiceQuery), useQuery(defaultsQuery)] as const;
  const [groups, choice, defaults] = queries;
  const error = queries.find((query) => query.error)?.error;
  // Escape returns a page that is being dragged; otherwise it closes the dialog.
  const dragging = useRef(false);

  return (
    <Modal
      variant="large"
      titleId="customize"
      title={<FormattedMessage id="shortcuts.title" />}
      description={<FormattedMessage id="shortcuts.description" />}
      dragging={dragging}
      onClose={onClose}
    >
      {groups.data && groups.isFetchedAfterMount && choice.data && defaults.data ? (
        <Choice
          groups={groups.data}
          chosen={choice.data.shortcuts.items}
          defaults={defaults.data.items.map(({ id }) => id)}
          dragging={dragging}
          onClose={onClose}
        />
      ) : (
        <ModalBody>
          {error ? (
            <PartFailed error={error} onRetry={() => queries.forEach((query) => void query.refetch())} />
          ) : (
            <Bullseye>
              <Spinner aria-label={intl.formatMessage({ id: "ui.loading" })} />
            </Bullseye>
          )}
        </ModalBody>
      )}
    </Modal>
  );
}

interface ChoiceProps {
  groups: Groups;
  chosen: readonly string[];
  defaults: readonly string[];
  dragging: RefObject<boolean>;
  onClose: () => void;
}

function Choice({ groups, chosen, defaults, dragging, onClose }: ChoiceProps) {
  const intl = useIntl();
  const pages = new Map(Object.values(groups).flatMap((items) => items.map((page) => [page.id, page])));
  const recent = groups.recentlyUsed.map(({ id }) => id);
  const { draft, announcement, ...change } = useDraft({ items: chosen, recent }, pages);
  const [held, setHeld] = useState<Dragged>();
  const saving = useSaveChoice(draft, recent, onClose);
  const focusAfter = useFocusAfterRender();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const shown = (ids: readonly string[]): Shortcut[] => ids.flatMap((id) => pages.get(id) ?? []);
  const lists = { chosen: new Set(draft.items), full: draft.items.length >= SLOTS };

  function letGo() {
    setHeld(undefined);
    endDragging(dragging);
  }

  function drop({ active, over }: DragEndEvent) {
    letGo();
    const one = dragged(active);
    if (!one || !over) return;
    const at = dragged(over);
    const place = at?.list === SHORTCUTS ? draft.items.indexOf(at.page) : draft.items.length;
    if (one.list !== SHORTCUTS) {
      if (isOverShortcuts(over)) take(one.page, place);
    } else if (!isOverShortcuts(over)) giveUp(one.page);
    else if (at && at.page !== one.page) change.move(one.page, place);
  }

  function take(id: string, place?: number) {
    change.add(id, place);
    focusAfter(buttonOf(`remove ${id}`));
  }

  function giveUp(id: string) {
    const index = draft.items.indexOf(id);
    const next = draft.items[index + 1] ?? draft.items[index - 1];
    change.remove(id);
    focusAfter(buttonOf(next && `remove ${next}`));
  }

  function moveTo(id: string, place: number) {
    focusAfter(buttonOf(`${place < draft.items.indexOf(id) ? "up" : "down"} ${id}`));
    change.move(id, place);
  }

  return (
    <>
      <ModalBody className="hanse-choice-body">
        {saving.problem && <Alert variant="danger" title={saving.problem} role="alert" />}
        <DndContext
          sensors={sensors}
          collisionDetection={detect}
          autoScroll={AUTO_SCROLL}
          accessibility={{
            announcements: announcementsOf(intl, draft.items),
            screenReaderInstructions: { draggable: intl.formatMessage({ id: "shortcuts.instructions" }) },
          }}
          onDragStart={({ active }) => {
            dragging.current = true;
            setHeld(dragged(active));
          }}
          onDragEnd={drop}
          onDragCancel={letGo}
        >
          <div className="hanse-choice">
            <div className="hanse-choice__mine">
              <ShortcutList items={shown(draft.items)} onMove={moveTo} onRemove={giveUp} />
              {lists.full && (
                <p className="hanse-home__quiet">
                  <FormattedMessage id="shortcuts.full" values={{ slots: SLOTS }} />
                </p>
              )}
              <PageList
                {...lists}
                list="recent"
                level="h2"
                title={<FormattedMessage id="shortcuts.recent" />}
                action={
                  draft.recent.length > 0 && (
                    <Button variant="link" isInline onClick={change.clearRecent}>
                      <FormattedMessage id="shortcuts.clearAll" />
                    </Button>
                  )
                }
                items={shown(draft.recent)}
                nothing={<FormattedMessage id="shortcuts.noRecent" />}
                onAdd={take}
              />
            </div>
            <Catalog {...lists} groups={groups} onAdd={take} />
          </div>
          <DragOverlay dropAnimation={null}>
            {held && <HeldRow held={held} iconName={pages.get(held.page)?.iconName} />}
          </DragOverlay>
        </DndContext>
        <p className="pf-v6-screen-reader" aria-live="polite">
          {announcement}
        </p>
      </ModalBody>
      <ModalFooter>
        <Button onClick={saving.save} isLoading={saving.isSaving} isDisabled={saving.isSaving}>
          <FormattedMessage id="forms.save" />
        </Button>
        <Button variant="secondary" onClick={onClose}>
          <FormattedMessage id="forms.cancel" />
        </Button>
        <Button variant="link" onClick={() => change.restore(defaults)}>
          <FormattedMessage id="shortcuts.restore" />
        </Button>
      </ModalFooter>
    </>
  );
}

/** Finds a button of a row by name; without a name, or if it cannot be found, the heading of the list. */
function buttonOf(name: string | undefined) {
  return () =>
    (name && document.querySelector<HTMLElement>(`[data-button=${CSS.escape(name)}]`)) ||
    document.getElementById("chosen-shortcuts");
}

/** The image that follows the pointer, or the arrow keys, while a page is dragged. */
function HeldRow({ held, iconName = "system" }: { held: Dragged; iconName: Shortcut["iconName"] | undefined }) {
  const Icon = ICONS[iconName];
  return (
    <div className="hanse-choice__row hanse-choice__held">
      <GripVerticalIcon />
      <Icon />
      {held.label}
    </div>
  );
}
