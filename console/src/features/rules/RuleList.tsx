import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { Button, EmptyState, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import ArrowDownIcon from "@patternfly/react-icons/dist/esm/icons/arrow-down-icon";
import ArrowUpIcon from "@patternfly/react-icons/dist/esm/icons/arrow-up-icon";
import PlusIcon from "@patternfly/react-icons/dist/esm/icons/plus-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { endDragging, Grip, RowButton } from "../../platform/ui/dragging.tsx";
import { firstOf, useFocusAfterRender } from "../../platform/ui/useFocusAfterRender.ts";
import type { Source } from "../frame/messages.ts";
import { announcementsOf, placeOf, useCarrying } from "./dragging.ts";
import type { Flaw, Row } from "./model.ts";
import { type Rights, RuleFields } from "./RuleFields.tsx";
import type { Rules } from "./useRules.ts";

interface RuleListProps {
  rules: Rules;
  sources: readonly Source[];
  rights: Rights;
  dragging: RefObject<boolean>;
  onTest: (key: number) => void;
}

export function RuleList({ rules, sources, rights, dragging, onTest }: RuleListProps) {
  const intl = useIntl();
  const focusAfter = useFocusAfterRender();
  const { rows } = rules;
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const carrying = useCarrying(rules, dragging);

  function add(after?: number) {
    focusAfter(firstOf(`#rule-${rules.add(after)}-source`));
  }

  function remove(key: number) {
    const place = placeOf(rows, key);
    const next = rows[place + 1] ?? rows[place - 1];
    rules.remove(key);
    focusAfter(firstOf(next ? `[data-button="delete ${next.key}"]` : '[data-button="add"]'));
  }

  function move(key: number, place: number) {
    const way = place < placeOf(rows, key) ? "up" : "down";
    rules.move(key, place);
    focusAfter(firstOf(`[data-button="${way} ${key}"]`));
  }

  function drop({ active, over }: DragEndEvent) {
    endDragging(dragging);
    if (over && over.id !== active.id) rules.move(Number(active.id), placeOf(rows, over.id));
  }

  if (rows.length === 0) {
    return (
      <EmptyState titleText={<FormattedMessage id="rules.empty" />} headingLevel="h2" variant="sm">
        <EmptyStateBody>
          <FormattedMessage {...(rights.readOnly ? message("rules.emptyFixed") : message("rules.emptyBody"))} />
        </EmptyStateBody>
        {!rights.readOnly && (
          <EmptyStateFooter>
            <Button variant="secondary" data-button="add" icon={<PlusIcon />} onClick={() => add()}>
              <FormattedMessage id="rules.add" />
            </Button>
          </EmptyStateFooter>
        )}
      </EmptyState>
    );
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsOf(intl, rows),
        screenReaderInstructions: { draggable: intl.formatMessage({ id: "rules.instructions" }) },
      }}
      onDragStart={() => {
        dragging.current = true;
      }}
      onDragEnd={drop}
      onDragCancel={() => endDragging(dragging)}
    >
      <SortableContext items={rows.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ol className="hanse-rules" aria-labelledby="rules">
          {rows.map((row, index) => (
            <RuleRow
              key={row.key}
              row={row}
              place={index}
              count={rows.length}
              sources={sources}
              rights={rights}
              flaws={rules.findings.fields}
              isCarried={row.key === carrying.carried}
              onGripKey={(event) => carrying.onKeyDown(event, row.key)}
              onGripBlur={carrying.onBlur}
              onChange={rules.change}
              onAdd={() => add(row.key)}
              onDelete={() => remove(row.key)}
              onMove={(place) => move(row.key, place)}
              onTest={() => onTest(row.key)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface RuleRowProps {
  row: Row;
  place: number;
  count: number;
  sources: readonly Source[];
  rights: Rights;
  flaws: ReadonlyMap<string, Flaw>;
  isCarried: boolean;
  onGripKey: (event: KeyboardEvent) => void;
  onGripBlur: () => void;
  onChange: (row: Row) => void;
  onAdd: () => void;
  onDelete: () => void;
  onMove: (place: number) => void;
  onTest: () => void;
}

/** A rule: a handle, its fields, and buttons that add, delete and move it without dragging. */
function RuleRow(props: RuleRowProps) {
  const { row, place, count, rights, isCarried, onAdd, onDelete, onMove } = props;
  const intl = useIntl();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.key,
    disabled: rights.readOnly,
    attributes: { roleDescription: intl.formatMessage({ id: "rules.draggable" }) },
  });
  const number = place + 1;
  const isHeld = isDragging || isCarried;
  const button = (name: string, label: Message, icon: ReactNode, act: () => void, off = false) => (
    <RowButton
      name={`${name} ${row.key}`}
      label={intl.formatMessage(label, { number })}
      icon={icon}
      off={off}
      onClick={act}
    />
  );
  return (
    <li
      ref={setNodeRef}
      className={`hanse-rule${isHeld ? " hanse-rule--held" : ""}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      aria-labelledby={`rule-${row.key}`}
    >
      <div className="hanse-rule__head">
        {!rights.readOnly && (
          <Grip
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            onKeyDown={props.onGripKey}
            onBlur={props.onGripBlur}
            aria-pressed={isHeld || undefined}
            aria-label={intl.formatMessage({ id: "rules.handle" }, { number })}
          />
        )}
        <h2 id={`rule-${row.key}`}>
          <FormattedMessage id="rules.rule" values={{ number }} />
        </h2>
        {!rights.readOnly && (
          <span className="hanse-rule__buttons">
            {button("up", message("rules.up"), <ArrowUpIcon />, () => onMove(place - 1), place === 0)}
            {button("down", message("rules.down"), <ArrowDownIcon />, () => onMove(place + 1), number === count)}
            {button("add", message("rules.addAfter"), <PlusIcon />, onAdd)}
            {button("delete", message("rules.delete"), <TrashIcon />, onDelete)}
          </span>
        )}
      </div>
      <RuleFields {...props} />
    </li>
  );
}
